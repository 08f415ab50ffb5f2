import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { ensureSecret } from '#/lib/webhooks/secrets/ensure-secret.ts';
import type { WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';

/** The workspace's valid secrets, the one in force first. Show their prefixes only. @throws AppError 403 */
export async function listSecrets(ctx: Ctx): Promise<{ secrets: WebhookSecret[]; now: Date }> {
  authorize(ctx, 'alarms:read');
  return readSecrets(ctx);
}

/** The secret in force, in full: what receivers verify with. @throws AppError 403 */
export async function getCurrentSecret(ctx: Ctx): Promise<{ secret: WebhookSecret; now: Date }> {
  authorize(ctx, 'workspace:manage');
  const { secrets, now } = await readSecrets(ctx);
  return { secret: secrets[0], now };
}

async function readSecrets(ctx: Ctx) {
  const sql = ctx.tx ?? ctx.db;
  const now = await ctx.clock.now(sql);
  return { secrets: await ensureSecret(sql, { workspaceId: ctx.actor.workspaceId, endpointId: null }, now), now };
}
