import { z } from 'zod';
import { listFormerMemberRows } from '#/lib/accounts/memberships/former-members-query.ts';
import type { ListMembersQuery } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';

const CURSOR = z.tuple([z.uuid()]);

/**
 * A page of former members, so that what they did can still be shown with their name.
 * @throws AppError 400 `cursor_invalid`
 */
export async function listFormerMembers(ctx: Ctx, { limit, cursor }: ListMembersQuery) {
  authorize(ctx, 'members:read');
  const after = decodeCursor(cursor, CURSOR)?.[0] ?? null;
  const rows = await listFormerMemberRows(ctx.db, ctx.actor.workspaceId, { after, limit: limit + 1 });
  const members = rows.slice(0, limit);
  const last = members.at(-1);
  return { members, nextCursor: rows.length > limit && last ? encodeCursor([last.userId]) : null };
}
