import type { TxCtx } from '#/lib/accounts/context.ts';
import { type Withdrawn, withdrawRunRows } from '#/lib/alarms/schedules/schedule-runs-query.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { notifyAlarmChange } from '#/lib/events/notify-alarm-change.ts';
import { notifyDeliveriesDue } from '#/lib/events/notify-deliveries-due.ts';
import { notifyFeed } from '#/lib/events/notify-feed.ts';
import { describeActor } from '#/lib/events/record-event.ts';

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
  const withdrawn = await withdrawRunRows(ctx.tx, scheduleId, by);
  ctx.afterCommit.add((db) => {
    if (withdrawn.count > 0) eventsProcessed.inc({ type: 'aborted' }, withdrawn.count);
    notifyAlarmChange(db, workspaceId);
    notifyFeed(db);
    if (withdrawn.isWanted) notifyDeliveriesDue(db, at);
  });
  return withdrawn;
}
