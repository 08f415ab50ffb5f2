import type { Actor, Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { listAdminAddresses } from '#/lib/alarms/endpoints/admins-query.ts';
import { disabledMail } from '#/lib/alarms/endpoints/disabled-mail.ts';
import { disableEndpoint } from '#/lib/alarms/endpoints/edit-endpoint.ts';
import type { Endpoint } from '#/lib/alarms/endpoints/endpoint.ts';
import { listFailing, lockEndpoint, noteWorking } from '#/lib/alarms/endpoints/endpoint-store.ts';
import { hasDeliveredSince } from '#/lib/alarms/endpoints/last-success-query.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { env, readLinkSettings } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { enqueueMail } from '#/lib/jobs/mail.ts';

type System = Omit<Ctx, 'actor'>;
const BATCH = 100;

/**
 * Disables the endpoints of all workspaces to which nothing could be delivered for so long, `ENDPOINT_DISABLE_AFTER_HOURS`
 * unless told otherwise, tells their admins by mail, and answers how many.
 */
export async function disableFailing(
  ctx: System,
  { afterHours = env().ENDPOINT_DISABLE_AFTER_HOURS }: { afterHours?: number } = {},
): Promise<number> {
  const since = new Date((await ctx.clock.now(ctx.db)).getTime() - afterHours * HOUR_MS);
  let count = 0;
  for (const found of await listFailing(ctx.db, since, BATCH)) {
    try {
      if (await disableIfFailing(ctx, found, since)) count += 1;
    } catch (error) {
      // One that can't be disabled must not keep the others enabled.
      log.error({ err: error, endpoint: found.id }, 'not disabled; tried again by the next turn');
    }
  }
  return count;
}

/** It may work again since it was found. */
async function disableIfFailing(ctx: System, found: Endpoint, since: Date): Promise<boolean> {
  return transaction({ ...ctx, actor: engineActor(found) }, async (inner) => {
    const endpoint = await lockEndpoint(inner.tx, found);
    if (!endpoint?.failingSince || endpoint.disabledAt || endpoint.failingSince > since) return false;
    // Results skip an endpoint that is locked just then, so a success may not have been noted with it.
    if (await hasDeliveredSince(inner.tx, endpoint.id, endpoint.failingSince)) {
      await noteWorking(inner.tx, endpoint.id);
      return false;
    }
    await disableEndpoint(inner, endpoint, 'failing', await inner.clock.now(inner.tx));
    await mailAdmins(inner, endpoint, endpoint.failingSince);
    return true;
  });
}

/** Sent once this is committed, where the operator has a mail server. */
async function mailAdmins(ctx: TxCtx, endpoint: Endpoint, failingSince: Date): Promise<void> {
  const settingsUrl = `${readLinkSettings().APP_URL}/settings#webhooks`;
  for (const { email, workspaceName } of await listAdminAddresses(ctx.tx, endpoint.workspaceId)) {
    await enqueueMail(ctx, disabledMail(email, { endpoint, failingSince, workspaceName, settingsUrl }));
  }
}

function engineActor({ workspaceId, createdBy }: Endpoint): Actor {
  const credential = { kind: 'worker', name: 'engine' } as const;
  return { userId: createdBy, workspaceId, role: 'member', scopes: new Set(), credential };
}
