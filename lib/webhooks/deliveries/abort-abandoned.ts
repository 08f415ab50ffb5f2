import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { log } from '#/lib/core/log.ts';
import { abortDeliveries, isEnabled, listAbandoned } from '#/lib/webhooks/deliveries/abort-deliveries-query.ts';

type System = Omit<Ctx, 'actor'>;
/** Per transaction: a fraction of a second, with locks held no longer. */
const BATCH = 5_000;

/**
 * Aborts the open deliveries of endpoints that were deleted or disabled, and returns how many. In batches, since there
 * may be hundreds of thousands; workers end those that they claim meanwhile. An endpoint that is enabled again is left
 * alone.
 */
export async function abortAbandoned(ctx: System, { batch = BATCH }: { batch?: number } = {}): Promise<number> {
  let count = 0;
  for (const endpoint of await listAbandoned(ctx.db)) {
    try {
      count += await abortAll(ctx, endpoint, batch);
    } catch (error) {
      log.error({ err: error, endpoint: endpoint.id }, 'open deliveries not aborted; the next run retries');
    }
  }
  return count;
}

async function abortAll(ctx: System, endpoint: { id: string; workspaceId: string }, batch: number): Promise<number> {
  let count = 0;
  for (;;) {
    const aborted = await transaction(ctx, async ({ tx, clock }) => {
      if (await isEnabled(tx, endpoint.id)) return 0;
      return abortDeliveries(tx, { endpoint, limit: batch, at: await clock.now(tx) });
    });
    count += aborted;
    if (aborted < batch) return count;
  }
}
