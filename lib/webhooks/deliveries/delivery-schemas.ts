import { z } from 'zod';
import { alarmStatus, endReason } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { lengthInput, microsInput, microsOut } from '#/lib/alarms/alarms/time-schemas.ts';
import { attemptOut, attemptOutcome } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { serverTimeOut } from '#/lib/core/instant-schemas.ts';

// ---------------------------------------------------------------- input

export const listDeliveriesQuery = z.strictObject({
  status: alarmStatus
    .optional()
    .describe(
      'scheduled: no attempts yet; retrying: scheduled again after an attempt; dead: no more attempts; aborted: the endpoint was disabled or deleted first.',
    ),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

export const resendFailedInput = z
  .strictObject({
    since: microsInput.describe('Deliveries of events from this instant on.'),
    jitter: lengthInput
      .optional()
      .describe('Each is sent at a random time within this duration from now, to spare the receiver.'),
    dry_run: z.boolean().default(false).describe('Only counts them.'),
  })
  .meta({ id: 'ResendFailedDeliveries' });

/** The id of the delivery in a page's form. */
export const deliveryIdInput = z.strictObject({ endpoint_id: z.uuid(), id: z.uuid() });

// ---------------------------------------------------------------- responses

const deliveryOut = z
  .object({
    id: z.uuid(),
    endpoint_id: z.uuid(),
    webhook_id: z.uuid().describe('As sent in `webhook-id`; a resend has that of the first delivery.'),
    event_id: z.string(),
    event_type: z.string(),
    status: alarmStatus,
    due_at: microsOut.describe('When the event was written, or the resend was requested.'),
    next_attempt_at: microsOut.nullable(),
    finished_at: microsOut.nullable(),
    attempts: z.int().min(0).describe('Attempts that have begun.'),
    max_attempts: z.int().min(1),
    end_reason: endReason.nullable(),
    last_attempt: z
      .object({
        outcome: attemptOutcome,
        status_code: z.int().nullable(),
        started_at: microsOut,
        duration_ms: z.number(),
      })
      .nullable()
      .describe('The latest attempt; null before the first.'),
  })
  .meta({ id: 'Delivery' });

export const deliveryListResponse = z
  .object({
    deliveries: z.array(deliveryOut).describe('The latest first.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'DeliveryList' });

const deliveryDetailOut = deliveryOut
  .extend({
    url: z.string().describe('Where it is sent.'),
    payload: z
      .object({ type: z.string(), timestamp: z.string(), data: z.unknown() })
      .describe('What is sent; in the format `standard` exactly this.'),
    attempt_log: z.array(attemptOut).describe('Every attempt, oldest first.'),
  })
  .meta({ id: 'DeliveryDetail' });

export const deliveryResponse = z
  .object({ delivery: deliveryDetailOut, server_time: serverTimeOut })
  .meta({ id: 'DeliveryResponse' });

export const resendDeliveryResponse = z
  .object({
    delivery: deliveryOut.describe('The new delivery; or the requested one, if it was waiting for a retry.'),
    resend_of: z.uuid().describe('The requested delivery.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ResendDeliveryResponse' });

export const resendFailedResponse = z
  .object({
    count: z.int().describe('How many were resent, or would be; up to 10,000 per call.'),
    more: z.boolean().describe('True if there may be more: call again.'),
    dry_run: z.boolean(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ResendFailedDeliveriesResponse' });

export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>;
export type ResendFailedInput = z.output<typeof resendFailedInput>;
export type DeliveryJson = z.infer<typeof deliveryOut>;
export type DeliveryDetailJson = z.infer<typeof deliveryDetailOut>;
export type DeliveryListJson = z.infer<typeof deliveryListResponse>;
export type DeliveryResponseJson = z.infer<typeof deliveryResponse>;
export type ResendDeliveryJson = z.infer<typeof resendDeliveryResponse>;
export type ResendFailedJson = z.infer<typeof resendFailedResponse>;
