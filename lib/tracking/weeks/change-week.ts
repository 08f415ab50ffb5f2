import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { notifyWeek } from '#/lib/tracking/weeks/notify-week.ts';
import { openWeek, type Week, type WeekAction, weekAfter } from '#/lib/tracking/weeks/week.ts';
import { weekFactsJson } from '#/lib/tracking/weeks/week-json.ts';
import { findWeek, saveWeek } from '#/lib/tracking/weeks/week-store.ts';
import { findWeekTime, type WeekTime } from '#/lib/tracking/weeks/week-time-query.ts';

export type ChangedWeek = { week: Week; time: WeekTime; changed: boolean; now: Date };
type WeekOf = { userId: string; startsOn: string };

const EVENT_OF: Record<WeekAction['kind'], EventType> = {
  submit: 'week.submitted',
  withdraw: 'week.withdrawn',
  approve: 'week.approved',
  return: 'week.returned',
};

/**
 * Wraps every verb on a week: its member is locked, so that none of their time changes meanwhile; `actionOf` may reject
 * it because of the time tracked in it.
 * @throws AppError 404 `member_not_found`; 400 `week_invalid`; 409 `week_approved`, `week_not_submitted`
 */
export async function changeWeek(
  ctx: Ctx,
  { userId, startsOn }: WeekOf,
  actionOf: (week: Week, time: WeekTime) => WeekAction,
): Promise<ChangedWeek> {
  return transaction(ctx, async (tx) => {
    const now = await lockClock(tx, userId);
    const key = { workspaceId: tx.actor.workspaceId, userId, startsOn };
    const time = await findWeekTime(tx.tx, key, now);
    const known = await findWeek(tx.tx, key);
    // A recorded week stays valid, even if its member's weeks begin on another day now.
    if (!known && (!time.isFirstDay || time.startsAt > now)) throw weekInvalid(time.isFirstDay);
    const before = known ?? openWeek(key);
    const action = actionOf(before, time);
    const after = weekAfter(before, action, now);
    if (typeof after === 'string') throw new AppError(after);
    const changed = after !== before;
    if (changed) {
      await save(tx, { before, after }, action, now);
      await notifyWeek(tx, after, time.totalMs);
    }
    return { week: after, time, changed, now };
  });
}

async function save(ctx: TxCtx, { before, after }: { before: Week; after: Week }, action: WeekAction, now: Date) {
  await saveWeek(ctx.tx, after);
  const data = { before: weekFactsJson(before), after: weekFactsJson(after) };
  await recordEvent(ctx, { type: EVENT_OF[action.kind], subjectId: after.userId, userId: after.userId, data }, now);
}

function weekInvalid(isFirstDay: boolean): AppError {
  const detail = isFirstDay ? 'This week hasn’t started yet.' : 'No week of this member starts on that day.';
  return new AppError('week_invalid', { detail, fields: [{ pointer: '/starts_on', detail }] });
}
