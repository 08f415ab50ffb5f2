import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import type { AlarmChange } from '#/lib/alarms/alarms/abort-alarm.ts';
import { type Alarm, triesOf } from '#/lib/alarms/alarms/alarm.ts';
import type { MoveAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { moveScheduled } from '#/lib/alarms/alarms/alarm-store.ts';
import { loadAlarm } from '#/lib/alarms/alarms/get-alarm.ts';
import { planMove } from '#/lib/alarms/alarms/plan-alarm.ts';
import { alarmVersionMismatch, alreadyEnded, alreadyFiring } from '#/lib/alarms/alarms/refusals.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/**
 * Gives an alarm that waits another due time; one that is being retried begins anew, with all its tries.
 * @throws AppError 400 for a time that does not fit, 403, 404; 409 `alarm_already_firing`, `alarm_ended`; 412
 */
export async function moveAlarm(
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch: number | null },
  input: MoveAlarmInput,
): Promise<AlarmChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const before = await loadAlarm(inner, id);
    refuseUnlessMovable(before.alarm, ifMatch, before.nowUs);
    const dueUs = planMove(input, before.nowUs);
    refuseBeyondDeadline(before.alarm, dueUs);
    const tries = triesOf(before.alarm.settings.retry ?? alarmSettings().retry);
    const isMoved = await moveScheduled(inner.tx, { id, workspaceId }, { dueUs, tries, version: ifMatch });
    const { alarm, nowUs } = await loadAlarm(inner, id);
    if (!isMoved) {
      // Somebody was quicker since it was read.
      refuseUnlessMovable(alarm, ifMatch, nowUs);
      throw alarmVersionMismatch(alarm, nowUs);
    }
    const data = { alarm: { id, name: alarm.name, due_us: dueUs }, before: { due_us: before.alarm.dueUs } };
    await recordEvent(inner, { type: 'alarm.moved', subjectId: id, userId: null, data });
    inner.afterCommit.add((db) => {
      hintDue(db, dueUs, nowUs);
      hintChange(db, workspaceId);
    });
    return { alarm, isChanged: true, nowUs };
  });
}

function refuseUnlessMovable(alarm: Alarm, ifMatch: number | null, nowUs: Micros): void {
  if (alarm.finishedUs !== null) throw alreadyEnded(alarm, nowUs);
  if (alarm.status === 'firing') throw alreadyFiring(alarm, nowUs);
  if (ifMatch !== null && ifMatch !== alarm.version) throw alarmVersionMismatch(alarm, nowUs);
}

function refuseBeyondDeadline(alarm: Alarm, dueUs: Micros): void {
  if (alarm.deadlineUs === null || dueUs <= alarm.deadlineUs) return;
  throw new AppError('due_after_deadline', {
    status: 400,
    detail: 'The new due time lies after the deadline of the alarm. Choose an earlier one, or make a new alarm.',
    fields: [{ pointer: '', detail: 'must not lie after the deadline' }],
  });
}
