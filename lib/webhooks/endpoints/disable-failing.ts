import { listAdmins } from '#/lib/accounts/memberships/admins-query.ts';
import type { Actor, Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import { disableEndpoint } from '#/lib/webhooks/endpoints/edit-endpoint.ts';
import type { Endpoint } from '#/lib/webhooks/endpoints/endpoint.ts';
import { lockEndpoint, markEndpointWorking } from '#/lib/webhooks/endpoints/endpoint-store.ts';
import { type Found, listKeepFailing } from '#/lib/webhooks/endpoints/keep-failing-query.ts';
import { hasDeliveredSince } from '#/lib/webhooks/endpoints/last-success-query.ts';

type System = Omit<Ctx, 'actor'>;
const BATCH = 100;
const STILL_FAILING_HOURS = 12;

/**
 * Disables the endpoints of all workspaces that keep failing, notifies their admins, and returns how many. One keeps
 * failing when its first failed attempt is older than a limit (default: `ENDPOINT_DISABLE_AFTER_HOURS`), nothing was
 * delivered since, and attempts failed both in the last twelve hours and in the day before. So one that failed once and
 * has been sent nothing since stays enabled, and so does one that failed long ago and whose next event hits a short
 * outage. Svix does much the same: five days without a success, and failures twelve hours apart within a day
 * (https://docs.svix.com/retries).
 */
export async function disableFailing(
  ctx: System,
  { afterHours = env().ENDPOINT_DISABLE_AFTER_HOURS }: { afterHours?: number } = {},
): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const failingSince = earlier(now, afterHours);
  let count = 0;
  for (const found of await listKeepFailing(ctx.db, {
    failingSince,
    spans: failureWindows(now, afterHours),
    limit: BATCH,
  })) {
    try {
      if (await disableIfFailing(ctx, found, failingSince)) count += 1;
    } catch (error) {
      // One that can't be disabled must not stop the others from being disabled.
      log.error({ err: error, endpoint: found.id }, 'endpoint not disabled; the next run retries');
    }
  }
  return count;
}

/**
 * When it must still have failed: in the last twelve hours and in the day before, so that an endpoint with one event a
 * day counts too; in shorter spans when the whole limit is less than a day.
 */
function failureWindows(now: Date, afterHours: number): [from: Date, to: Date][] {
  const hours = Math.min(STILL_FAILING_HOURS, afterHours / 2);
  const middle = earlier(now, hours);
  return [
    [earlier(middle, 2 * hours), middle],
    [middle, now],
  ];
}

function earlier(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}

/** It may have recovered since it was found. */
async function disableIfFailing(ctx: System, found: Found, since: Date): Promise<boolean> {
  return transaction({ ...ctx, actor: engineActor(found) }, async (inner) => {
    const endpoint = await lockEndpoint(inner.tx, found);
    if (!endpoint?.failingSince || endpoint.disabledAt || endpoint.failingSince > since) return false;
    // Results skip an endpoint that is locked at the time, so its row may not have recorded a success.
    if (await hasDeliveredSince(inner.tx, endpoint, endpoint.failingSince)) {
      await markEndpointWorking(inner.tx, endpoint.id);
      return false;
    }
    await disableEndpoint(inner, endpoint, 'failing', await inner.clock.now(inner.tx));
    await notifyAdmins(inner, endpoint, endpoint.failingSince);
    return true;
  });
}

/** Each admin once per outage, through the channels they chose. */
async function notifyAdmins(ctx: TxCtx, { id, url, workspaceId }: Endpoint, failingSince: Date): Promise<void> {
  const failing_since = failingSince.toISOString();
  for (const { userId, workspaceName } of await listAdmins(ctx.tx, workspaceId)) {
    await enqueueNotification(ctx, {
      workspaceId,
      userId,
      kind: 'endpoint_disabled',
      fact: `endpoint:${id}:failing since ${failing_since}`,
      data: { endpoint_id: id, url, failing_since, workspace_name: workspaceName },
    });
  }
}

function engineActor({ workspaceId, createdBy }: Found): Actor {
  const credential = { kind: 'worker', name: 'engine' } as const;
  return { userId: createdBy, workspaceId, role: 'member', scopes: new Set(), credential };
}
