import type { IconName } from '#/components/ui/icon.tsx';
import type { ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import type { ReceiverState } from '#/lib/client/receivers/receiver-rows.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export const RECEIVER_STATE_LABELS: Record<ReceiverState, string> = {
  open: 'Active',
  paused: 'Paused',
  limited: 'Limited',
  draining: 'Catching up',
};
export const RECEIVER_STATE_ICONS: Record<ReceiverState, IconName> = {
  open: 'delivered',
  paused: 'paused',
  limited: 'filter',
  draining: 'sync',
};

/** The maximum that the API counts. */
const COUNTED_TO = 1_000;

/** `12`, `1,000+`. */
export function formatWaiting(count: number): string {
  return count >= COUNTED_TO ? `${COUNTED_TO.toLocaleString('en')}+` : String(count);
}

/** "12 alarms wait". */
export function alarmsWait(count: number): string {
  if (count >= COUNTED_TO) return `${formatWaiting(count)} alarms wait`;
  return count === 1 ? '1 alarm waits' : `${counted(count, 'alarm')} wait`;
}

/** "12 waiting alarms are being sent." */
export function formatWaitingSent(count: number): string {
  return count === 1 ? '1 waiting alarm is being sent.' : `${formatWaiting(count)} waiting alarms are being sent.`;
}

/** "10 a second, about 34 s"; the rate at which waiting alarms are sent. */
export function formatDraining({ waiting_count, max_per_second, max_concurrency }: ReceiverJson): string {
  const atOnce = max_concurrency === null ? '' : `${max_concurrency} at a time`;
  if (max_per_second === null) return atOnce || 'as fast as possible';
  const isAll = waiting_count < COUNTED_TO;
  const ms = Math.max(SECOND_MS, (waiting_count / max_per_second) * SECOND_MS);
  const took = `${isAll ? 'about' : 'more than'} ${formatDuration(ms)}`;
  return [`${max_per_second} a second`, atOnce, took].filter(Boolean).join(', ');
}
