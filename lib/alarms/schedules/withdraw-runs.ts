import type { TxCtx } from '#/lib/accounts/context.ts';
import { type Withdrawn, withdrawRunRows } from '#/lib/alarms/schedules/schedule-runs-query.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';
import { hintDeliveries } from '#/lib/events/delivery-hint.ts';
import { hintFeed } from '#/lib/events/feed-hint.ts';
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
    hintChange(db, workspaceId);
    hintFeed(db);
    if (withdrawn.isWanted) hintDeliveries(db, at);
  });
  return withdrawn;
}
