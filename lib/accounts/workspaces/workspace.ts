import type { Role } from '#/lib/accounts/context.ts';

export const NAME_MAX = 200;
/** As the CHECKs of the table say. */
export const CAP_MIN_SECONDS = 60;
export const CAP_MAX_SECONDS = 31_622_400;
export const RETENTION_MAX_DAYS = 3_650;
export const ORIGINS_MAX = 50;

/** A workspace with all its settings, and what the one who asks is in it. */
export type Workspace = WorkspaceSettings & { id: string; role: Role };

export type WorkspaceSettings = {
  name: string;
  /** A timer completes by itself when its elapsed time reaches this. */
  capSeconds: number;
  /** Elapsed time after which a person is asked whether they are still working. */
  nudgeSeconds: number;
  /** Days that finished alarms are kept; null as long as the server keeps them. */
  retentionDays: number | null;
  /** Pages of these origins may call the API with a key, and may show the product in a frame. */
  allowedOrigins: string[];
  /** Since when nothing can be started or resumed, for maintenance. */
  timersDisabledAt: Date | null;
};

/** One of a person's workspaces; `current` is the one that this session or key works in. */
export type WorkspaceRef = { id: string; name: string; role: Role; current: boolean };

/**
 * A host as URLs write it (WHATWG URL, 3.5), and a port. `;` and `,` may stand in a host of a URL, but they would end a
 * source in a Content-Security-Policy, or the policy itself.
 */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The origin of an address that is nothing but an origin (RFC 6454), in its normal form, or null. */
export function normalizeOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return null;
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return isBare && !/[?#]$/.test(text) ? url.origin : null;
}
