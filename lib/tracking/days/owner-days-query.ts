import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * When the days of a person with time in the workspace begin: a member or a former member.
 * @throws AppError 404 `member_not_found`
 */
export async function findOwnerDays(tx: Pick<Tx, 'user'>, workspaceId: string, userId: string): Promise<DayRule> {
  const owner = await tx.user.findFirst({
    where: { id: userId, OR: [{ memberships: { some: { workspaceId } } }, { timers: { some: { workspaceId } } }] },
    select: { timeZone: true, dayStartHour: true },
  });
  if (!owner) throw notFound('member');
  return owner;
}
