import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import type { AlarmChange } from '#/lib/alarms/alarms/abort-alarm.ts';
import { triesOf } from '#/lib/alarms/alarms/alarm.ts';
import { hurryScheduled } from '#/lib/alarms/alarms/alarm-store.ts';
import { type AlarmNow, loadAlarm } from '#/lib/alarms/alarms/get-alarm.ts';
import { redriveOne } from '#/lib/alarms/alarms/redrive-query.ts';
import { alreadyFiring, notTriedYet } from '#/lib/alarms/alarms/refusals.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/**
 * Has an alarm fire again now: a finished one is scheduled anew with its id, its count of tries going on and all its
 * tries before it; one that waits for a retry is tried at once.
 * @throws AppError 403, 404; 409 `alarm_already_firing`, `alarm_not_tried`
 */
export async function redriveAlarm(ctx: Ctx, id: string): Promise<AlarmChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const before = await loadAlarm(inner, id);
    if (!(await bringForward(inner, before))) {
      const { alarm, nowUs } = await loadAlarm(inner, id);
      throw alarm.status === 'firing' ? alreadyFiring(alarm, nowUs) : notTriedYet(alarm, nowUs);
    }
    const { alarm, nowUs } = await loadAlarm(inner, id);
    const data = { alarm: { id, name: alarm.name }, before: { status: before.alarm.status } };
    await recordEvent(inner, { type: 'alarm.redriven', subjectId: id, userId: null, data });
    inner.afterCommit.add((db) => {
      hintDue(db, before.nowUs, nowUs);
      hintChange(db, workspaceId);
    });
    return { alarm, isChanged: true, nowUs };
  });
}

function bringForward({ tx }: TxCtx, { alarm, nowUs }: AlarmNow): Promise<boolean> {
  if (alarm.finishedUs === null) return hurryScheduled(tx, alarm, nowUs);
  return redriveOne(tx, alarm, { nowUs, spreadMs: 0, defaultTries: triesOf(alarmSettings().retry) });
}
