import type { AlarmStatus, EndReason } from '#/lib/alarms/alarms/alarm.ts';
import type { AttemptOutcome } from '#/lib/alarms/attempts/attempt.ts';
import type { Micros } from '#/lib/core/micros.ts';

/** One event on its way to one endpoint: an alarm due when the event was, fired by the same engine. */
export type EventDelivery = {
  id: string;
  endpointId: string;
  /** The id by which receivers recognize repeats: its own, or for a resend the first delivery's. */
  webhookId: string;
  eventId: string;
  eventType: string;
  status: AlarmStatus;
  dueUs: Micros;
  /** Instant of the next attempt; null while firing and once finished. */
  nextAttemptUs: Micros | null;
  finishedUs: Micros | null;
  attempts: number;
  maxAttempts: number;
  endReason: EndReason | null;
  url: string;
  /** The latest attempt; null before the first. */
  last: { outcome: AttemptOutcome; statusCode: number | null; startedUs: Micros; durationUs: number } | null;
  /** JSON text of what is sent as `data`; null when it was not requested. */
  payload: string | null;
  /** RFC 3339. */
  eventAt: string;
};
