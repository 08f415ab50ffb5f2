import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import type { AlarmChange } from '#/lib/alarms/alarms/abort-alarm.ts';
import { triesOf } from '#/lib/alarms/alarms/alarm.ts';
import { hurryScheduled } from '#/lib/alarms/alarms/alarm-store.ts';
import { type AlarmNow, loadAlarm, MOST_LOOKS } from '#/lib/alarms/alarms/get-alarm.ts';
import { redriveOne } from '#/lib/alarms/alarms/redrive-query.ts';
import { alreadyFiring, notTriedYet } from '#/lib/alarms/alarms/refusals.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/**
 * Has an alarm fire again now: a finished one is scheduled anew with its id, its count of tries going on and all its
 * tries before it; one that waits for a retry is tried at once. One that is due already stays as it is.
 * @throws AppError 403, 404; 409 `alarm_already_firing`, `alarm_not_tried`
 */
export async function redriveAlarm(ctx: Ctx, id: string): Promise<AlarmChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const { before, isChanged } = await bringForward(inner, id);
    if (!isChanged) return { ...before, isChanged };
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

type Brought = { before: AlarmNow; isChanged: boolean };

async function bringForward(ctx: TxCtx, id: string): Promise<Brought> {
  for (let looks = 1; ; looks += 1) {
    const before = await loadAlarm(ctx, id);
    const { alarm, nowUs } = before;
    if (alarm.status === 'firing' || looks > MOST_LOOKS) throw alreadyFiring(alarm, nowUs);
    if (alarm.nextAttemptUs !== null && alarm.nextAttemptUs <= nowUs) return { before, isChanged: false };
    if (alarm.status === 'scheduled' && alarm.attempts === 0) throw notTriedYet(alarm, nowUs);
    // Somebody may be quicker after it was read; then look again.
    if (await fireAgain(ctx, before)) return { before, isChanged: true };
  }
}

function fireAgain({ tx }: TxCtx, { alarm, nowUs }: AlarmNow): Promise<boolean> {
  if (alarm.finishedUs === null) return hurryScheduled(tx, alarm, nowUs);
  return redriveOne(tx, alarm, { nowUs, spreadMs: 0, defaultTries: triesOf(alarmSettings().retry) });
}
