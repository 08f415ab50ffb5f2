import type { AlarmChange, AlarmTarget } from '#/lib/alarms/alarms/abort-alarm.ts';
import { type Alarm, attemptsOf } from '#/lib/alarms/alarms/alarm.ts';
import { alarmVersionMismatch, alreadyEnded, alreadyFiring } from '#/lib/alarms/alarms/alarm-errors.ts';
import { alarmFacts } from '#/lib/alarms/alarms/alarm-facts.ts';
import type { RescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { rescheduleScheduled } from '#/lib/alarms/alarms/alarm-store.ts';
import { dueTimePointer } from '#/lib/alarms/alarms/due-time.ts';
import { type AlarmNow, alarmMutexKey, loadAlarm, MAX_LOOKS } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { planReschedule } from '#/lib/alarms/registration/plan-alarm.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { dateOf, formatMicros, type Micros } from '#/lib/core/micros.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/**
 * Gives a waiting alarm another due time; one that is being retried starts over, with all its attempts.
 * @throws AppError 400 for a time that does not fit, 403, 404; 409 `alarm_already_firing`, `alarm_ended`; 412
 */
export async function rescheduleAlarm(
  ctx: Ctx,
  { id, ifMatch }: AlarmTarget,
  input: RescheduleAlarmInput,
): Promise<AlarmChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, (inner) => rescheduleWithin(inner, { id, ifMatch }, input), {
    mutexKey: alarmMutexKey(ctx, id),
  });
}

async function rescheduleWithin(ctx: TxCtx, which: AlarmTarget, input: RescheduleAlarmInput): Promise<AlarmChange> {
  const { workspaceId } = ctx.actor;
  const { before, alarm, nowUs } = await rescheduleUnlessFiring(ctx, which, input);
  if (alarm === before) return { alarm, isChanged: false, nowUs };
  const { id, dueUs } = alarm;
  const facts = alarmFacts(alarm);
  const data = { alarm: facts, before: { due_at: formatMicros(before.dueUs) }, after: { due_at: facts.due_at } };
  await recordEvent(ctx, { type: 'alarm.rescheduled', subjectId: id, userId: null, data }, dateOf(nowUs));
  ctx.afterCommit.add((db) => {
    notifyAlarmDue(db, dueUs, nowUs);
    notifyAlarmChange(db, workspaceId);
  });
  return { alarm, isChanged: true, nowUs };
}

async function rescheduleUnlessFiring(
  ctx: TxCtx,
  { id, ifMatch }: AlarmTarget,
  input: RescheduleAlarmInput,
): Promise<AlarmNow & { before: Alarm }> {
  for (let reads = 1; ; reads += 1) {
    const { alarm: before, nowUs } = await loadAlarm(ctx, id);
    rejectUnlessMovable(before, ifMatch, nowUs);
    const dueUs = planReschedule(input, nowUs);
    rejectBeyondDeadline(before, dueUs, dueTimePointer(input));
    if (before.attempts === 0 && input.due_at === before.dueUs) return { before, alarm: before, nowUs };
    const attempts = attemptsOf(before.settings.retry ?? alarmSettings().retry);
    // It may have changed since it was read; its current state decides the response.
    const alarm = await rescheduleScheduled(ctx.tx, before, { dueUs, attempts, ifMatch });
    if (alarm) return { before, alarm, nowUs };
    if (reads === MAX_LOOKS) throw alreadyFiring(before, nowUs);
  }
}

function rejectUnlessMovable(alarm: Alarm, ifMatch: IfMatch, nowUs: Micros): void {
  if (alarm.finishedUs !== null) throw alreadyEnded(alarm, nowUs);
  if (alarm.status === 'firing') throw alreadyFiring(alarm, nowUs);
  if (!matchesVersion(ifMatch, alarm.version)) throw alarmVersionMismatch(alarm, nowUs);
}

function rejectBeyondDeadline(alarm: Alarm, dueUs: Micros, pointer: string): void {
  if (alarm.deadlineUs === null || dueUs <= alarm.deadlineUs) return;
  throw new AppError('due_after_deadline', {
    fields: [{ pointer, detail: 'must not be after the deadline' }],
  });
}
