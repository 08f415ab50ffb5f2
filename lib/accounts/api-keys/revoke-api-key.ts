import type { RevokeApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { findOwnApiKey, markRevoked } from '#/lib/accounts/api-keys/api-key-store.ts';
import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/** Makes one of the actor's own keys stop working at once. Revoking it again changes nothing. */
export async function revokeApiKey(ctx: Ctx, input: RevokeApiKeyInput): Promise<void> {
  authorize(ctx, 'api_keys:manage');
  const { workspaceId, userId } = ctx.actor;
  await transaction(ctx, async (ctx) => {
    const key = await findOwnApiKey(ctx.tx, { workspaceId, userId }, input.id);
    if (!key) throw notFound('api_key');
    const now = await ctx.clock.now(ctx.tx);
    if (!(await markRevoked(ctx.tx, { workspaceId, userId }, input.id, now))) return;
    await recordEvent(ctx, { type: 'api_key.revoked', subjectId: input.id, userId, data: { name: key.name } });
  });
}
