import { isDeepStrictEqual } from 'node:util';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { findBrokerTargets } from '#/lib/alarms/alarms/broker-targets-query.ts';
import { editTarget, editTiming } from '#/lib/alarms/schedules/plan-schedule.ts';
import { registerRuns } from '#/lib/alarms/schedules/register-runs.ts';
import { earlier, type Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { scheduleVersionMismatch } from '#/lib/alarms/schedules/schedule-errors.ts';
import { scheduleFacts } from '#/lib/alarms/schedules/schedule-json.ts';
import type { EditScheduleInput } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { lockSchedule, saveSchedule } from '#/lib/alarms/schedules/schedule-store.ts';
import { withdrawRuns } from '#/lib/alarms/schedules/withdraw-runs.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';

/** A schedule, and the versions of it that a change is meant for. */
export type ScheduleTarget = { id: string; ifMatch: IfMatch };
export type ScheduleChange = { schedule: Schedule; isChanged: boolean; now: Date };

/**
 * Changes a schedule. Registered runs that were never attempted are aborted and registered again with the new settings;
 * a new expression applies from now on, and does not catch up on missed runs.
 * @throws AppError 400 for invalid input, `schedule_never_runs`; 403, 404; 412 `schedule_version_mismatch`
 */
export async function editSchedule(
  ctx: Ctx,
  { id, ifMatch }: ScheduleTarget,
  input: EditScheduleInput,
): Promise<ScheduleChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { tx, actor } = inner;
    const found = await lockSchedule(tx, { id, workspaceId: actor.workspaceId });
    const before = requireVersion(found, { noun: 'schedule', ifMatch, mismatch: scheduleVersionMismatch });
    const now = await inner.clock.now(tx);
    const brokers = await findBrokerTargets(tx, actor.workspaceId, [
      namedBy(before),
      { ...input, broker_id: input.broker_id ?? undefined },
    ]);
    const timed = editTiming(before, input, now);
    const edited: Schedule = {
      ...before,
      ...timed?.timing,
      ...editTarget(before, input, { id, ...alarmSettings(), brokers, actor }),
      name: input.name === undefined ? before.name : input.name,
      catchUp: input.catch_up ?? before.catchUp,
    };
    if (isDeepStrictEqual(edited, before)) return { schedule: before, isChanged: false, now };
    const { firstRunAt } = await withdrawRuns(inner, id, now, now);
    const nextRunAt = timed ? timed.nextRunAt : earlier(firstRunAt, before.nextRunAt);
    const saved = await saveSchedule(tx, { ...edited, nextRunAt, updatedAt: now });
    const change = { before: scheduleFacts(before), after: scheduleFacts(saved) };
    await recordChange(inner, { type: 'schedule.edited', id, ...change }, now);
    return { schedule: await registerRuns(inner, saved, now), isChanged: true, now };
  });
}

/** The broker that its runs publish to, as an input names it. */
function namedBy({ url }: Schedule) {
  return { broker_id: parseBrokerAddress(url)?.brokerId };
}
