import { z } from 'zod';
import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import type { ListApiKeysQuery } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { findApiKey, listOwnApiKeys } from '#/lib/accounts/api-keys/api-key-store.ts';
import { maySee } from '#/lib/accounts/api-keys/lock-api-key.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { notFound } from '#/lib/core/errors.ts';

const CURSOR = z.tuple([cursorInstant, z.uuid()]);

/** The actor's own keys in this workspace, newest first, without the revoked ones. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  authorize(ctx, 'api_keys:manage');
  const { workspaceId, userId } = ctx.actor;
  return listOwnApiKeys(ctx.db, { workspaceId, userId });
}

/**
 * A page of a member's keys, by default the caller's own, in the order of `listApiKeys`.
 * @throws AppError 400 `cursor_invalid`; 403 for another member's keys without `members:manage`
 */
export async function pageOfApiKeys(ctx: Ctx, { user_id, limit, cursor }: ListApiKeysQuery) {
  authorize(ctx, 'api_keys:manage');
  const { workspaceId, userId: own } = ctx.actor;
  const userId = user_id ?? own;
  if (userId !== own) authorize(ctx, 'members:manage');
  const after = decodeCursor(cursor, CURSOR);
  const sql = ctx.tx ?? ctx.db;
  const rows = await listOwnApiKeys(sql, { workspaceId, userId }, { after, limit: limit + 1 });
  const keys = rows.slice(0, limit);
  const last = keys.at(-1);
  const nextCursor = rows.length > limit && last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null;
  return { keys, nextCursor, now: await ctx.clock.now(sql) };
}

/**
 * One of the caller's keys, or of another member's for those who manage members; also a revoked one. @throws AppError
 * 403, 404
 */
export async function getApiKey(ctx: Ctx, id: string): Promise<{ key: ApiKey; now: Date }> {
  authorize(ctx, 'api_keys:manage');
  const sql = ctx.tx ?? ctx.db;
  const key = await findApiKey(sql, { id, workspaceId: ctx.actor.workspaceId });
  if (!key || !maySee(ctx.actor, key)) throw notFound('api_key');
  return { key, now: await ctx.clock.now(sql) };
}
