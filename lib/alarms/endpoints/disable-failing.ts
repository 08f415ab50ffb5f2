import type { Actor, Ctx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { disableEndpoint } from '#/lib/alarms/endpoints/edit-endpoint.ts';
import type { Endpoint } from '#/lib/alarms/endpoints/endpoint.ts';
import { listFailing, lockEndpoint } from '#/lib/alarms/endpoints/endpoint-store.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';

type System = Omit<Ctx, 'actor'>;
const BATCH = 100;

/**
 * Disables the endpoints of all workspaces to which nothing could be delivered for so long, `ENDPOINT_DISABLE_AFTER_HOURS`
 * unless told otherwise, and answers how many.
 */
export async function disableFailing(
  ctx: System,
  { afterHours = env().ENDPOINT_DISABLE_AFTER_HOURS }: { afterHours?: number } = {},
): Promise<number> {
  const since = new Date((await ctx.clock.now(ctx.db)).getTime() - afterHours * HOUR_MS);
  let count = 0;
  for (const found of await listFailing(ctx.db, since, BATCH))
    count += Number(await disableIfFailing(ctx, found, since));
  return count;
}

/** It may work again since it was found. */
async function disableIfFailing(ctx: System, found: Endpoint, since: Date): Promise<boolean> {
  return transaction({ ...ctx, actor: engineActor(found) }, async (inner) => {
    const endpoint = await lockEndpoint(inner.tx, found);
    if (!endpoint?.failingSince || endpoint.disabledAt || endpoint.failingSince > since) return false;
    await disableEndpoint(inner, endpoint, 'failing', await inner.clock.now(inner.tx));
    return true;
  });
}

function engineActor({ workspaceId, createdBy }: Endpoint): Actor {
  const credential = { kind: 'worker', name: 'engine' } as const;
  return { userId: createdBy, workspaceId, role: 'member', scopes: new Set(), credential };
}
