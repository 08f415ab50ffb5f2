import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import type { ResendFailedInput } from '#/lib/alarms/endpoints/deliveries/delivery-schemas.ts';
import {
  countUndelivered,
  findUndeliveredTypes,
  resendUndelivered,
} from '#/lib/alarms/endpoints/deliveries/resend-query.ts';
import { endpointDisabled } from '#/lib/alarms/endpoints/endpoint-errors.ts';
import { lockEndpoint } from '#/lib/alarms/endpoints/endpoint-store.ts';
import { loadEndpoint } from '#/lib/alarms/endpoints/list-endpoints.ts';
import { notifyAlarmDue } from '#/lib/alarms/notify-alarm-due.ts';
import { notFound } from '#/lib/core/errors.ts';
import { dateOf, formatMicros, type Micros } from '#/lib/core/micros.ts';
import { NO_CHANGE } from '#/lib/events/event.ts';
import { authorizeEvents } from '#/lib/events/event-permissions.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

const MOST = 10_000;

/** `isAll` is false when there may be more: call again. */
export type ResentFailed = { count: number; isAll: boolean; nowUs: Micros };

/**
 * Sends the events since an instant once more that were given up and have not arrived by a replay, or counts them.
 * @throws AppError 403, 404; 409 `endpoint_disabled`
 */
export async function resendFailedDeliveries(
  ctx: Ctx,
  endpointId: string,
  input: ResendFailedInput,
): Promise<ResentFailed> {
  authorize(ctx, 'endpoints:manage');
  const failed = { endpointId, fromUs: input.since, limit: MOST };
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
    // What an endpoint was sent before may be more than it follows now, and its URL another one's.
    authorizeEvents(inner, await findUndeliveredTypes(inner.tx, failed));
    const now = await nowUs(inner);
    const replay = { endpointId, createdBy: inner.actor.userId, nowUs: now, spreadMs: input.jitter ?? 0 };
    const count = await resendUndelivered(inner.tx, failed, replay);
    if (count > 0) {
      const data = { count, since: formatMicros(input.since), ...NO_CHANGE };
      await recordEvent(inner, { type: 'endpoint.replayed', subjectId: endpointId, userId: null, data }, dateOf(now));
      inner.afterCommit.add((db) => notifyAlarmDue(db, now, now));
    }
    return { count, isAll: count < MOST, nowUs: now };
  });
}
