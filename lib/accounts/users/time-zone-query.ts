import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** When a person's days begin, also for former members. @throws AppError 404 `member_not_found` for an unknown id */
export async function findPersonDays(tx: Pick<Tx, 'user'>, userId: string): Promise<DayRule> {
  const select = { timeZone: true, dayStartHour: true };
  const user = await tx.user.findUnique({ where: { id: userId }, select });
  if (!user) throw notFound('member');
  return user;
}

/** When the days of a member of the workspace begin. @throws AppError 404 `member_not_found` */
async function findMemberDays(tx: Pick<Tx, 'membership'>, workspaceId: string, userId: string): Promise<DayRule> {
  const member = await tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId } },
    select: { user: { select: { timeZone: true, dayStartHour: true } } },
  });
  if (!member) throw notFound('member');
  return member.user;
}

/** IANA time zone of a member of the workspace. @throws AppError 404 `member_not_found` */
export async function findMemberTimeZone(
  tx: Pick<Tx, 'membership'>,
  workspaceId: string,
  userId: string,
): Promise<string> {
  return (await findMemberDays(tx, workspaceId, userId)).timeZone;
}
