import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { countOpen } from '#/lib/alarms/endpoints/abort-deliveries-query.ts';
import type { EndpointTarget } from '#/lib/alarms/endpoints/edit-endpoint.ts';
import { type Endpoint, MOST_COUNTED } from '#/lib/alarms/endpoints/endpoint.ts';
import { endpointVersionMismatch } from '#/lib/alarms/endpoints/endpoint-errors.ts';
import { endpointJson } from '#/lib/alarms/endpoints/endpoint-json.ts';
import { deleteEndpointRow, lockEndpoint } from '#/lib/alarms/endpoints/endpoint-store.ts';
import { requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/events/record-change.ts';

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
    const aborted = await countOpen(inner.tx, id, MOST_COUNTED);
    await recordChange(inner, { type: 'endpoint.deleted', id, before: endpointJson(endpoint), after: null }, now);
    return { endpoint, aborted, now };
  });
}
