import type { Role } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

export const NAME_MAX = 200;
/** As in the CHECKs of the table. */
export const CAP_MIN_SECONDS = 60;
export const CAP_MAX_SECONDS = 31_622_400;
export const RETENTION_MAX_DAYS = 3_650;
export const ORIGINS_MAX = 50;
export const CLOSING_GRACE_MAX_DAYS = 31;

/** A workspace with all its settings, and the caller's role in it. */
export type Workspace = WorkspaceSettings & { id: string; role: Role };

export type WorkspaceSettings = {
  name: string;
  /** A timer completes by itself when its elapsed time reaches this. */
  capSeconds: number;
  /** Elapsed time after which a person is asked whether they are still working. */
  nudgeSeconds: number;
  /** Days that finished alarms are kept; null for the server's setting. */
  retentionDays: number | null;
  /** Pages of these origins may call the API with a key, and may embed the product in a frame. */
  allowedOrigins: string[];
  /**
   * When timers were disabled for maintenance, so that nothing can be started or resumed; null while they are enabled.
   */
  timersDisabledAt: Date | null;
  /** The last day whose time is closed, YYYY-MM-DD; null while all time is open. */
  closedThrough: string | null;
  /** For how many of their own days after it people can still change their own time. */
  closingGraceDays: number;
  /** The last day that was locked when another day or grace was last chosen; it stays locked: no grace reopens it. */
  settledThrough: string | null;
};

/** One of a person's workspaces; `current` is the one that this session or key works in. */
export type WorkspaceRef = { id: string; name: string; role: Role; current: boolean };

/**
 * A host as URLs write it (WHATWG URL, 3.5), and a port. A URL allows `;` and `,` in a host, but they would end a
 * source in a Content-Security-Policy, or the policy itself.
 */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The origin of a URL that is nothing but an origin (RFC 6454), in its normal form, or null. */
export function normalizeOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return null;
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return isBare && !/[?#]$/.test(text) ? url.origin : null;
}

type Closing = Pick<WorkspaceSettings, 'closedThrough' | 'closingGraceDays' | 'settledThrough'>;

/**
 * The closing settings after another day or grace is chosen. Time that is locked for anyone by then stays locked
 * through the chosen day, whatever its grace; only an earlier day, or none, reopens time.
 */
export function rescheduleClosing(
  before: Closing,
  chosen: Pick<Closing, 'closedThrough' | 'closingGraceDays'>,
  now: Date,
): Closing {
  const { closedThrough } = chosen;
  const locked = isLockedAnywhere(before, now) ? before.closedThrough : before.settledThrough;
  if (closedThrough === null || locked === null) return { ...chosen, settledThrough: null };
  return { ...chosen, settledThrough: locked > closedThrough ? closedThrough : locked };
}

/**
 * Days begin first in the Line Islands (UTC+14). In other zones, members lose at most the rest of that day of grace
 * when another day is chosen just then; the other way around, locked time would reopen in the east.
 */
const FIRST_ZONE_MS = 14 * HOUR_MS;

function isLockedAnywhere({ closedThrough, closingGraceDays }: Closing, now: Date): boolean {
  if (closedThrough === null) return false;
  const graceEndsAt = Date.parse(closedThrough) + (closingGraceDays + 1) * DAY_MS;
  return now.getTime() + FIRST_ZONE_MS >= graceEndsAt;
}
