import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import { listOwnApiKeys } from '#/lib/accounts/api-keys/api-key-store.ts';
import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';

/** The actor's own keys in this workspace, newest first, without the revoked ones. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  authorize(ctx, 'api_keys:manage');
  const { workspaceId, userId } = ctx.actor;
  return listOwnApiKeys(ctx.db, { workspaceId, userId });
}
