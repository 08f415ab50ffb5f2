import { getMember } from '#/lib/accounts/me/member-query.ts';
import { listAdmins } from '#/lib/accounts/memberships/admins-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import type { Week } from '#/lib/tracking/weeks/week.ts';

/** Notifies approvers of a submitted week, or its member of the decision; no one of their own action. */
export async function notifyWeek(ctx: TxCtx, week: Week, totalMs: number): Promise<void> {
  const { workspaceId, userId: actorId } = ctx.actor;
  const of = { user_id: week.userId, starts_on: week.startsOn };
  const fact = `week ${week.userId} ${week.startsOn} ${week.version}`;
  const nameOf = async (userId: string) => (await getMember(ctx.tx, workspaceId, userId)).user.name;
  if (week.status === 'submitted') {
    const data = { ...of, of_name: await nameOf(week.userId), total_seconds: Math.floor(totalMs / SECOND_MS) };
    for (const { userId } of await listAdmins(ctx.tx, workspaceId)) {
      if (userId !== actorId)
        await enqueueNotification(ctx, { workspaceId, userId, kind: 'week_submitted', fact, data });
    }
  }
  const decision = week.status;
  if ((decision === 'approved' || decision === 'returned') && week.userId !== actorId) {
    const data = { ...of, by_name: await nameOf(actorId), decision, comment: week.comment };
    await enqueueNotification(ctx, { workspaceId, userId: week.userId, kind: 'week_decided', fact, data });
  }
}
