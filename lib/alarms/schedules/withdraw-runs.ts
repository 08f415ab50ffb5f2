import { type Withdrawn, withdrawRunRows } from '#/lib/alarms/schedules/schedule-runs-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { describeActor } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';
import { notifyDeliveriesDue } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { notifyFeed } from '#/lib/feed/notify/notify-feed.ts';

/**
 * Aborts the runs of a schedule that were never attempted, in the transaction of a verb that has locked the schedule: all of
 * them, or those after an instant.
 */
export async function withdrawRuns(
  ctx: TxCtx,
  scheduleId: string,
  at: Date,
  after: Date | null = null,
): Promise<Withdrawn> {
  const { workspaceId } = ctx.actor;
  const by = { at, after, actor: describeActor(ctx.actor), requestId: ctx.requestId };
  const withdrawn = await withdrawRunRows(ctx.tx, { id: scheduleId, workspaceId }, by);
  ctx.afterCommit.add((db) => {
    if (withdrawn.count > 0) eventsProcessed.inc({ type: 'aborted' }, withdrawn.count);
    notifyAlarmChange(db, workspaceId);
    notifyFeed(db);
    if (withdrawn.isWanted) notifyDeliveriesDue(db, at);
  });
  return withdrawn;
}
