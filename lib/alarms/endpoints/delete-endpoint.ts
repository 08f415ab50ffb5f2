import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { countOpen } from '#/lib/alarms/endpoints/abort-deliveries-query.ts';
import type { EndpointTarget } from '#/lib/alarms/endpoints/edit-endpoint.ts';
import { type Endpoint, MOST_COUNTED } from '#/lib/alarms/endpoints/endpoint.ts';
import { endpointJson } from '#/lib/alarms/endpoints/endpoint-json.ts';
import { deleteEndpointRow, lockEndpoint } from '#/lib/alarms/endpoints/endpoint-store.ts';
import { endpointVersionMismatch } from '#/lib/alarms/endpoints/refusals.ts';
import { notFound } from '#/lib/core/errors.ts';
import { isMeantFor } from '#/lib/core/if-match.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/**
 * Ends a subscription for good, with its secrets, its log and what is open: `abortAbandoned` gives that up.
 * @throws AppError 403, 404; 412 `endpoint_version_mismatch`
 */
export async function deleteEndpoint(
  ctx: Ctx,
  { id, ifMatch }: EndpointTarget,
): Promise<{ endpoint: Endpoint; aborted: number; now: Date }> {
  authorize(ctx, 'endpoints:manage');
  return transaction(ctx, async (inner) => {
    const endpoint = await lockEndpoint(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    if (!endpoint) throw notFound('endpoint');
    if (!isMeantFor(ifMatch, endpoint.version)) throw endpointVersionMismatch(endpoint);
    const now = await inner.clock.now(inner.tx);
    await deleteEndpointRow(inner.tx, id);
    const aborted = await countOpen(inner.tx, id, MOST_COUNTED);
    const data = { endpoint: null, before: endpointJson(endpoint), after: null };
    await recordEvent(inner, { type: 'endpoint.deleted', subjectId: id, userId: null, data }, now);
    return { endpoint, aborted, now };
  });
}
