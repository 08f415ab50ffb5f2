import { writerOf } from '#/lib/alarms/alarms/alarm-json.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { findBrokerTargets } from '#/lib/alarms/alarms/broker-targets-query.ts';
import { planTarget, planTiming } from '#/lib/alarms/schedules/plan-schedule.ts';
import { registerRuns } from '#/lib/alarms/schedules/register-runs.ts';
import { MAX_SCHEDULES, type Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { tooManySchedules } from '#/lib/alarms/schedules/schedule-errors.ts';
import { scheduleFacts } from '#/lib/alarms/schedules/schedule-json.ts';
import type { CreateScheduleInput } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { countSchedules, insertSchedule, lockSchedules } from '#/lib/alarms/schedules/schedule-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';

/**
 * Creates a schedule; its next runs are alarms when this returns.
 * @throws AppError 400 for invalid input, `schedule_never_runs`; 403; 409 `too_many_schedules`
 */
export async function createSchedule(ctx: Ctx, input: CreateScheduleInput): Promise<{ schedule: Schedule; now: Date }> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    await lockSchedules(inner.tx, workspaceId);
    if ((await countSchedules(inner.tx, workspaceId)) >= MAX_SCHEDULES) throw tooManySchedules();
    const now = await inner.clock.now(inner.tx);
    const id = newId();
    const brokers = await findBrokerTargets(inner.tx, workspaceId, [input]);
    const { name, catch_up: catchUp, cron, time_zone, repeat, start_at, end_at } = input;
    const { timing, nextRunAt } = planTiming({ cron, time_zone, repeat, start_at, end_at }, now);
    const schedule: Schedule = {
      ...timing,
      ...planTarget(input, { id, ...alarmSettings(), brokers }),
      id,
      workspaceId,
      createdBy: writerOf(inner.actor),
      headersBy: writerOf(inner.actor),
      name: name ?? null,
      catchUp,
      nextRunAt,
      lastRunAt: null,
      pausedAt: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    await insertSchedule(inner.tx, schedule);
    await recordChange(inner, { type: 'schedule.created', id, before: null, after: scheduleFacts(schedule) }, now);
    return { schedule: await registerRuns(inner, schedule, now), now };
  });
}
