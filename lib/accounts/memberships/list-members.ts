import type { Ctx } from '#/lib/accounts/context.ts';
import { listMemberRows } from '#/lib/accounts/memberships/members-query.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';

/** Everyone in the workspace, in the order in which they joined; what they run only with `timers:read_all`. */
export async function listMembers(ctx: Ctx): Promise<Member[]> {
  authorize(ctx, 'members:read');
  return listMemberRows(ctx.tx ?? ctx.db, await asked(ctx));
}

/** One of them. @throws AppError 404 `member_not_found` */
export async function getMemberOf(ctx: Ctx, userId: string): Promise<Member> {
  authorize(ctx, 'members:read');
  return findMemberAsSeen(ctx, userId);
}

/** As `getMemberOf`, for verbs that have asked already whether the caller may. */
export async function findMemberAsSeen(ctx: Ctx, userId: string): Promise<Member> {
  const [member] = await listMemberRows(ctx.tx ?? ctx.db, { ...(await asked(ctx)), userId });
  if (!member) throw notFound('member');
  return member;
}

async function asked(ctx: Ctx) {
  const { workspaceId, scopes } = ctx.actor;
  const now = await ctx.clock.now(ctx.tx ?? ctx.db);
  return { workspaceId, withRunning: scopes.has('timers:read_all'), now };
}
