import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { dateOf, formatMicros, type Micros } from '#/lib/core/micros.ts';
import { NO_CHANGE } from '#/lib/feed/events/event.ts';
import { authorizeEvents } from '#/lib/feed/events/event-permissions.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { ResendFailedInput } from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import { countUndelivered, findUndeliveredTypes, resendUndelivered } from '#/lib/webhooks/deliveries/resend-query.ts';
import { endpointDisabled } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import { lockEndpoint } from '#/lib/webhooks/endpoints/endpoint-store.ts';
import { loadEndpoint } from '#/lib/webhooks/endpoints/list-endpoints.ts';

const MOST = 10_000;

/** `isAll` is false when there may be more: call again. */
export type ResentFailed = { count: number; isAll: boolean; nowUs: Micros };

/**
 * Resends the events since an instant whose deliveries failed for good and that no resend has delivered, or counts
 * them.
 * @throws AppError 403, 404; 409 `endpoint_disabled`
 */
export async function resendFailedDeliveries(
  ctx: Ctx,
  endpointId: string,
  input: ResendFailedInput,
): Promise<ResentFailed> {
  authorize(ctx, 'endpoints:manage');
  const { workspaceId } = ctx.actor;
  const failed = { workspaceId, endpointId, fromUs: input.since, limit: MOST };
  if (input.dry_run) {
    await loadEndpoint(ctx, endpointId);
    const count = await countUndelivered(ctx.tx ?? ctx.db, failed);
    return { count, isAll: count < MOST, nowUs: await nowUs(ctx) };
  }
  return transaction(ctx, async (inner) => {
    // Locked, so that two at once don't send the same twice.
    const endpoint = await lockEndpoint(inner.tx, { id: endpointId, workspaceId: inner.actor.workspaceId });
    if (!endpoint) throw notFound('endpoint');
    if (endpoint.disabledAt) throw endpointDisabled(endpoint);
    // Earlier deliveries may carry more than the endpoint subscribes to now, and its URL may belong to someone else.
    authorizeEvents(inner, await findUndeliveredTypes(inner.tx, failed));
    const now = await nowUs(inner);
    const resent = { workspaceId, endpointId, createdBy: inner.actor.userId, nowUs: now, jitterMs: input.jitter ?? 0 };
    const count = await resendUndelivered(inner.tx, failed, resent);
    if (count > 0) {
      const data = { count, since: formatMicros(input.since), ...NO_CHANGE };
      await recordEvent(inner, { type: 'endpoint.resent', subjectId: endpointId, userId: null, data }, dateOf(now));
      inner.afterCommit.add((db) => notifyAlarmDue(db, now, now));
    }
    return { count, isAll: count < MOST, nowUs: now };
  });
}
