import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { dateOf, type Micros } from '#/lib/core/micros.ts';
import { NO_CHANGE } from '#/lib/feed/events/event.ts';
import { authorizeEvents } from '#/lib/feed/events/event-permissions.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { EventDelivery } from '#/lib/webhooks/deliveries/delivery.ts';
import { deliveryJson } from '#/lib/webhooks/deliveries/delivery-json.ts';
import { loadDelivery } from '#/lib/webhooks/deliveries/list-deliveries.ts';
import { makeDeliveryDue, resendOne } from '#/lib/webhooks/deliveries/resend-query.ts';
import { endpointDisabled } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import { lockEndpoint } from '#/lib/webhooks/endpoints/endpoint-store.ts';

type DeliveryId = { id: string; endpointId: string };

/**
 * Sends one delivery once more, now: a finished one as a new delivery with the same `webhook-id` and data, one that
 * waits for a retry by attempting it at once. It goes to the endpoint's current URL, so it takes the same permission as
 * reading it.
 * @throws AppError 403, 404; 409 `endpoint_disabled`, `delivery_in_flight`
 */
export async function resendDelivery(
  ctx: Ctx,
  { id, endpointId }: DeliveryId,
): Promise<{ delivery: EventDelivery; nowUs: Micros }> {
  authorize(ctx, 'endpoints:manage');
  return transaction(ctx, async (inner) => {
    const endpoint = await lockEndpoint(inner.tx, { id: endpointId, workspaceId: inner.actor.workspaceId });
    if (!endpoint) throw notFound('endpoint');
    const before = await loadDelivery(inner, { id, endpointId });
    authorizeEvents(inner, [before.eventType]);
    if (endpoint.disabledAt) throw endpointDisabled(endpoint);
    const now = await nowUs(inner);
    const sentId = await sendAgain(inner, before, now);
    const data = {
      delivery: { id: sentId, webhook_id: before.webhookId, event_type: before.eventType },
      count: 1,
      ...NO_CHANGE,
    };
    await recordEvent(inner, { type: 'endpoint.resent', subjectId: endpointId, userId: null, data }, dateOf(now));
    inner.afterCommit.add((db) => notifyAlarmDue(db, now, now));
    return { delivery: await loadDelivery(inner, { id: sentId, endpointId }), nowUs: now };
  });
}

/** Returns the id of the delivery that goes out. */
async function sendAgain(ctx: TxCtx, before: EventDelivery, now: Micros): Promise<string> {
  const { endpointId } = before;
  const { workspaceId } = ctx.actor;
  if (before.finishedUs === null) {
    if (await makeDeliveryDue(ctx.tx, { id: before.id, endpointId, workspaceId }, now)) return before.id;
    throw stillInFlight(before);
  }
  const resent = { id: newId(), workspaceId, endpointId, createdBy: ctx.actor.userId, nowUs: now };
  await resendOne(ctx.tx, before.id, resent);
  return resent.id;
}

function stillInFlight(delivery: EventDelivery): AppError {
  return new AppError('delivery_in_flight', {
    extra: { current: deliveryJson(delivery) },
  });
}
