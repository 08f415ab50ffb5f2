import { getMember } from '#/lib/accounts/me/member-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import type { Correction } from '#/lib/tracking/corrections/correction.ts';
import { elapsedMs } from '#/lib/tracking/timers/timer.ts';

/**
 * Notifies everyone who owned the time before or owns it now, except the person who made the correction: once each,
 * with who made it, the times before and after, and why.
 */
export async function notifyOwners(ctx: TxCtx, correction: Correction): Promise<void> {
  const { userId: creatorId, workspaceId } = ctx.actor;
  const notifications = correction.items.flatMap((item) =>
    [...new Set([item.userId, item.userIdAfter])]
      .filter((userId) => userId !== creatorId)
      .map((userId) => ({ userId, item })),
  );
  if (notifications.length === 0) return;
  const { user } = await getMember(ctx.tx, workspaceId, creatorId);
  for (const [userId, [first, ...more]] of Map.groupBy(notifications, (one) => one.userId)) {
    if (!first) continue;
    const { before, after, timerId } = first.item;
    const counted = (facts: typeof before) => (facts.status === 'discarded' ? { spans: [] } : facts);
    const seconds = (facts: typeof before) => Math.floor(elapsedMs(counted(facts), correction.createdAt) / SECOND_MS);
    await enqueueNotification(ctx, {
      workspaceId,
      userId,
      kind: 'corrected',
      fact: `correction ${correction.id}`,
      data: {
        timer_id: timerId,
        label: before.ticket?.key ?? before.title,
        correction_id: correction.id,
        by_name: user.name,
        reason: correction.reason,
        timers: more.length + 1,
        started_at: before.startedAt.toISOString(),
        before_seconds: before.userId === userId ? seconds(before) : 0,
        after_seconds: after.userId === userId ? seconds(after) : 0,
        reverted: correction.revertsId !== null,
      },
    });
  }
}
