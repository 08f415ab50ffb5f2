import type { ScheduleTarget } from '#/lib/alarms/schedules/edit-schedule.ts';
import type { Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { scheduleVersionMismatch } from '#/lib/alarms/schedules/schedule-errors.ts';
import { scheduleFacts } from '#/lib/alarms/schedules/schedule-json.ts';
import { deleteScheduleRow, lockSchedule } from '#/lib/alarms/schedules/schedule-store.ts';
import { withdrawRuns } from '#/lib/alarms/schedules/withdraw-runs.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';

/**
 * Deletes a schedule and aborts the runs that were never attempted. Its finished runs stay, as alarms.
 * @throws AppError 403, 404; 412 `schedule_version_mismatch`
 */
export async function deleteSchedule(
  ctx: Ctx,
  { id, ifMatch }: ScheduleTarget,
): Promise<{ schedule: Schedule; aborted: number; now: Date }> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const found = await lockSchedule(inner.tx, { id, workspaceId });
    const schedule = requireVersion(found, { noun: 'schedule', ifMatch, mismatch: scheduleVersionMismatch });
    const now = await inner.clock.now(inner.tx);
    const { count } = await withdrawRuns(inner, id, now);
    await deleteScheduleRow(inner.tx, schedule);
    await recordChange(inner, { type: 'schedule.deleted', id, before: scheduleFacts(schedule), after: null }, now);
    return { schedule, aborted: count, now };
  });
}
