import { shownStatus } from '#/lib/alarms/alarms/alarm.ts';
import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import { attemptJson } from '#/lib/alarms/attempts/attempt-json.ts';
import { parseExactly } from '#/lib/core/exact-json.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';
import type { EventDelivery } from '#/lib/webhooks/deliveries/delivery.ts';
import type { DeliveryDetailJson, DeliveryJson } from '#/lib/webhooks/deliveries/delivery-schemas.ts';

/** A delivery as lists show it. */
export function deliveryJson(delivery: EventDelivery): DeliveryJson {
  const { last } = delivery;
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: shownStatus(delivery),
    due_at: formatMicros(delivery.dueUs),
    next_attempt_at: instant(delivery.nextAttemptUs),
    finished_at: instant(delivery.finishedUs),
    attempts: delivery.attempts,
    max_attempts: delivery.maxAttempts,
    end_reason: delivery.endReason,
    last_attempt: last && {
      outcome: last.outcome,
      status_code: last.statusCode,
      started_at: formatMicros(last.startedUs),
      duration_ms: last.durationUs / MS_US,
    },
  };
}

/** A delivery with what is sent and every attempt. */
export function deliveryDetailJson(delivery: EventDelivery, attempts: Attempt[]): DeliveryDetailJson {
  const { url, eventType, eventAt, payload, dueUs } = delivery;
  return {
    ...deliveryJson(delivery),
    url,
    payload: { type: eventType, timestamp: eventAt, data: payload === null ? null : parseExactly(payload) },
    attempt_log: attempts.map((attempt) => attemptJson(attempt, dueUs)),
  };
}

function instant(us: Micros | null): string | null {
  return us === null ? null : formatMicros(us);
}
