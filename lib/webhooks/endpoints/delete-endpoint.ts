import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';
import { countOpen } from '#/lib/webhooks/deliveries/abort-deliveries-query.ts';
import type { EndpointTarget } from '#/lib/webhooks/endpoints/edit-endpoint.ts';
import { type Endpoint, MAX_COUNTED } from '#/lib/webhooks/endpoints/endpoint.ts';
import { endpointVersionMismatch } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import { endpointJson } from '#/lib/webhooks/endpoints/endpoint-json.ts';
import { deleteEndpointRow, lockEndpoint } from '#/lib/webhooks/endpoints/endpoint-store.ts';

/**
 * Ends a subscription for good, with its secrets and its log; `abortAbandoned` aborts its open deliveries.
 * @throws AppError 403, 404; 412 `endpoint_version_mismatch`
 */
export async function deleteEndpoint(
  ctx: Ctx,
  { id, ifMatch }: EndpointTarget,
): Promise<{ endpoint: Endpoint; aborted: number; now: Date }> {
  authorize(ctx, 'endpoints:manage');
  return transaction(ctx, async (inner) => {
    const found = await lockEndpoint(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    const endpoint = requireVersion(found, { noun: 'endpoint', ifMatch, mismatch: endpointVersionMismatch });
    const now = await inner.clock.now(inner.tx);
    await deleteEndpointRow(inner.tx, id);
    const aborted = await countOpen(inner.tx, endpoint, MAX_COUNTED);
    await recordChange(inner, { type: 'endpoint.deleted', id, before: endpointJson(endpoint), after: null }, now);
    return { endpoint, aborted, now };
  });
}
