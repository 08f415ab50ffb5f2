import { NOTIFICATION_KINDS, type NotificationKind } from '#/lib/jobs/notification-kind-schemas.ts';
import { storedChannels } from '#/lib/notifications/preferences/preferences-schemas.ts';
import { type QuietHours, quietUntil } from '#/lib/notifications/preferences/quiet-hours.ts';

/** Channels in addition to the inbox, which always gets the notification. */
export const CHANNELS = ['push', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];
export type Channels = Record<NotificationKind, Record<Channel, boolean>>;

/** A person's notification preferences. */
export type Preferences = { channels: Channels; quiet: QuietHours | null };

/** Push for what needs a reaction now; mail for what costs time or data when nobody checks for a day. */
const DEFAULT_CHANNELS: Channels = {
  long_run: { push: true, mail: true },
  absence: { push: true, mail: false },
  after_hours: { push: true, mail: false },
  capped: { push: true, mail: true },
  phase_ended: { push: true, mail: false },
  corrected: { push: false, mail: true },
  time_imported: { push: false, mail: true },
  correction_proposed: { push: false, mail: true },
  proposal_decided: { push: false, mail: true },
  week_submitted: { push: false, mail: true },
  week_decided: { push: false, mail: true },
  export_finished: { push: false, mail: true },
  endpoint_disabled: { push: true, mail: true },
  worklogs_paused: { push: false, mail: true },
  alert: { push: true, mail: true },
};

/** For people who have chosen nothing, and for kinds added since they chose. */
export function withDefaults(
  chosen: Partial<Record<NotificationKind, Partial<Record<Channel, boolean>>>>,
  quiet: QuietHours | null,
): Preferences {
  const ofKind = (kind: NotificationKind) => ({ ...DEFAULT_CHANNELS[kind], ...chosen[kind] });
  return { channels: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, ofKind(kind)])) as Channels, quiet };
}

type Row = { channels: unknown; quietFromMinute: number | null; quietToMinute: number | null };

/** Preferences from a row, or the defaults without one. */
export function preferencesOf(row: Row | null): Preferences {
  if (!row) return withDefaults({}, null);
  const { channels, quietFromMinute, quietToMinute } = row;
  const quiet =
    quietFromMinute === null || quietToMinute === null
      ? null
      : { fromMinute: quietFromMinute, toMinute: quietToMinute };
  return withDefaults(storedChannels.parse(channels), quiet);
}

/**
 * When to notify by this channel: now, at the end of the quiet hours, or not at all (null). The end of a phase is stale
 * news by the end of the night.
 */
export function deliveryTime(
  kind: NotificationKind,
  channel: Channel,
  { channels, quiet }: Preferences,
  { now, timeZone }: { now: Date; timeZone: string },
): Date | null {
  if (!channels[kind][channel]) return null;
  const until = quiet && quietUntil(now, quiet, timeZone);
  if (!until) return now;
  return kind === 'phase_ended' ? null : until;
}
