import type { ScheduleChange, ScheduleTarget } from '#/lib/alarms/schedules/edit-schedule.ts';
import { registerRuns } from '#/lib/alarms/schedules/register-runs.ts';
import { earlier, type Schedule, statusOf, transitionOf } from '#/lib/alarms/schedules/schedule.ts';
import { scheduleEnded, scheduleVersionMismatch } from '#/lib/alarms/schedules/schedule-errors.ts';
import { scheduleFacts } from '#/lib/alarms/schedules/schedule-json.ts';
import { lockSchedule, saveSchedule } from '#/lib/alarms/schedules/schedule-store.ts';
import { withdrawRuns } from '#/lib/alarms/schedules/withdraw-runs.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/**
 * Pauses a schedule: runs that were never attempted are aborted, and none follows. Pausing twice changes nothing.
 * @throws AppError 403, 404; 409 `schedule_ended`; 412 `schedule_version_mismatch`
 */
export async function pauseSchedule(ctx: Ctx, target: ScheduleTarget): Promise<ScheduleChange> {
  return changePause(ctx, target, 'pause', async (inner, before, now) => {
    const { firstRunAt } = await withdrawRuns(inner, before.id, now);
    return { ...before, pausedAt: now, nextRunAt: earlier(firstRunAt, before.nextRunAt) };
  });
}

/**
 * Resumes a paused schedule; missed runs are handled by its `catch_up`.
 * @throws AppError 403, 404; 409 `schedule_ended`; 412 `schedule_version_mismatch`
 */
export async function resumeSchedule(ctx: Ctx, target: ScheduleTarget): Promise<ScheduleChange> {
  return changePause(ctx, target, 'resume', async (_inner, before) => ({ ...before, pausedAt: null }));
}

async function changePause(
  ctx: Ctx,
  { id, ifMatch }: ScheduleTarget,
  action: 'pause' | 'resume',
  change: (inner: TxCtx, before: Schedule, now: Date) => Promise<Schedule>,
): Promise<ScheduleChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const found = await lockSchedule(inner.tx, { id, workspaceId });
    const before = requireVersion(found, { noun: 'schedule', ifMatch, mismatch: scheduleVersionMismatch });
    const now = await inner.clock.now(inner.tx);
    const transition = transitionOf(statusOf(before, now), action);
    if (transition === 'schedule_ended') throw scheduleEnded(before);
    if (transition === 'nothing') return { schedule: before, isChanged: false, now };
    const saved = await saveSchedule(inner.tx, { ...(await change(inner, before, now)), updatedAt: now });
    const type = action === 'pause' ? 'schedule.paused' : 'schedule.resumed';
    await recordChange(inner, { type, id, before: scheduleFacts(before), after: scheduleFacts(saved) }, now);
    inner.afterCommit.add((db) => notifyAlarmChange(db, workspaceId));
    return { schedule: await registerRuns(inner, saved, now), isChanged: true, now };
  });
}
