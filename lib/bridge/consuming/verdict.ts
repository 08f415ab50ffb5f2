import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { EventKey } from '#/lib/bridge/consuming/incoming-event.ts';
import { isAppError } from '#/lib/core/errors.ts';

/**
 * The outcome of a message. All but `retry` are to be acknowledged; `dead` ones once their dead letter is published.
 */
export type Verdict =
  | { kind: 'created' | 'repeated' | 'canceled' | 'rescheduled' | 'too_late' | 'skipped' }
  /** The alarm it is about may come later. */
  | { kind: 'retry'; reason: string }
  | { kind: 'dead'; key: EventKey | null; reason: string };

/** Deliveries of an event that can't take effect yet, about a second apart, before it becomes a dead letter. */
export const MAX_DELIVERIES = 5;

/** Another delivery, or none after this many of them. */
export function retryOrDead(
  { event, deliveries }: { event: { key: EventKey | null }; deliveries: number },
  reason: string,
  most = MAX_DELIVERIES,
): Verdict {
  return deliveries < most ? { kind: 'retry', reason } : { kind: 'dead', key: event.key, reason };
}

/**
 * The reason while an alarm is being sent, and how many deliveries that may take: an attempt, even of a worker that
 * died, is over when its lease ends. Null for other errors.
 */
export function whileSent(error: unknown): { reason: string; most: number } | null {
  if (!isAppError(error, 'alarm_already_firing')) return null;
  const reason = 'The alarm was being sent each time the event was delivered.';
  return { reason, most: MAX_DELIVERIES + alarmSettings().env.ALARM_LEASE_SECONDS };
}
