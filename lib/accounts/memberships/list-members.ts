import { z } from 'zod';
import { findMemberRow, listMemberRows } from '#/lib/accounts/memberships/members-query.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import type { ListMembersQuery } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { notFound } from '#/lib/core/errors.ts';

const CURSOR = z.tuple([cursorInstant, z.uuid()]);

/**
 * A page of members, in the order in which they joined; their running timers only with `timers:read_all`.
 * @throws AppError 400 `cursor_invalid`
 */
export async function listMembers(ctx: Ctx, { limit, cursor }: ListMembersQuery) {
  authorize(ctx, 'members:read');
  const after = decodeCursor(cursor, CURSOR);
  const rows = await listMemberRows(ctx.tx ?? ctx.db, { ...(await filterOf(ctx)), after, limit: limit + 1 });
  const members = rows.slice(0, limit);
  const last = members.at(-1);
  const more = rows.length > limit && last;
  return { members, nextCursor: more ? encodeCursor([last.joinedAt.toISOString(), last.userId]) : null };
}

/** One member. @throws AppError 404 `member_not_found` */
export async function getMemberOf(ctx: Ctx, userId: string): Promise<Member> {
  authorize(ctx, 'members:read');
  return findMemberAsSeen(ctx, userId);
}

/** As `getMemberOf`, for callers that have already authorized. */
export async function findMemberAsSeen(ctx: Ctx, userId: string): Promise<Member> {
  const member = await findMemberRow(ctx.tx ?? ctx.db, { ...(await filterOf(ctx)), userId });
  if (!member) throw notFound('member');
  return member;
}

async function filterOf(ctx: Ctx) {
  const { workspaceId, scopes } = ctx.actor;
  const now = await ctx.clock.now(ctx.tx ?? ctx.db);
  return { workspaceId, withRunning: scopes.has('timers:read_all'), now };
}
