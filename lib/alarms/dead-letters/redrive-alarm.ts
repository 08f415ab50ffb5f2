import type { AlarmChange, AlarmTarget } from '#/lib/alarms/alarms/abort-alarm.ts';
import { type Alarm, attemptsOf, shownStatus } from '#/lib/alarms/alarms/alarm.ts';
import {
  alarmVersionMismatch,
  alreadyFiring,
  externalIdReused,
  notAttemptedYet,
} from '#/lib/alarms/alarms/alarm-errors.ts';
import { alarmFacts } from '#/lib/alarms/alarms/alarm-facts.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { listOpenByExternalId, makeScheduledDue } from '#/lib/alarms/alarms/alarm-store.ts';
import { alarmMutexKey, loadAlarm, MAX_LOOKS } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { redriveOne } from '#/lib/alarms/dead-letters/redrive-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { dateOf, type Micros } from '#/lib/core/micros.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/**
 * Fires an alarm again now: a finished one is scheduled again with its id and all its attempts, whose count continues;
 * one that waits for a retry is attempted at once. One that is due already stays as it is.
 * @throws AppError 403, 404; 409 `alarm_already_firing`, `alarm_not_attempted`, `external_id_taken`; 412 for another
 * version
 */
export async function redriveAlarm(ctx: Ctx, target: AlarmTarget): Promise<AlarmChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, (inner) => redriveWithin(inner, target), { mutexKey: alarmMutexKey(ctx, target.id) });
}

async function redriveWithin(ctx: TxCtx, target: AlarmTarget): Promise<AlarmChange> {
  const { workspaceId } = ctx.actor;
  const { before, alarm, nowUs } = await bringForward(ctx, target);
  if (!alarm) return { alarm: before, isChanged: false, nowUs };
  const [was, is] = [before, alarm].map((it) => ({ status: shownStatus(it), attempts: it.attempts }));
  const data = { alarm: alarmFacts(alarm), before: was ?? null, after: is ?? null };
  await recordEvent(ctx, { type: 'alarm.redriven', subjectId: target.id, userId: null, data }, dateOf(nowUs));
  ctx.afterCommit.add((db) => {
    notifyAlarmDue(db, alarm.nextAttemptUs ?? nowUs, nowUs);
    notifyAlarmChange(db, workspaceId);
  });
  return { alarm, isChanged: true, nowUs };
}

/** The alarm as it was, and as it is now; null when nothing had to be done. */
type Redriven = { before: Alarm; alarm: Alarm | null; nowUs: Micros };

async function bringForward(ctx: TxCtx, target: AlarmTarget): Promise<Redriven> {
  for (let reads = 1; ; reads += 1) {
    const { alarm: before, nowUs } = await loadAlarm(ctx, target.id);
    if (before.status === 'firing' || reads > MAX_LOOKS) throw alreadyFiring(before, nowUs);
    if (!matchesVersion(target.ifMatch, before.version)) throw alarmVersionMismatch(before, nowUs);
    if (before.nextAttemptUs !== null && before.nextAttemptUs <= nowUs) return { before, alarm: null, nowUs };
    if (before.status === 'scheduled' && before.attempts === 0) throw notAttemptedYet(before, nowUs);
    const alarm = await fireAgain(ctx, before, { nowUs, ifMatch: target.ifMatch });
    // It may have changed since it was read; then read it again.
    if (alarm) return { before, alarm, nowUs };
    await rejectIfTaken(ctx, before, nowUs);
  }
}

/** @throws AppError 409 when another open alarm has its external id */
async function rejectIfTaken({ tx, actor }: TxCtx, { id, externalId }: Alarm, nowUs: Micros): Promise<void> {
  if (externalId === null) return;
  const [open] = await listOpenByExternalId(tx, { workspaceId: actor.workspaceId, externalIds: [externalId] });
  if (open && open.id !== id) throw externalIdReused(open, nowUs);
}

function fireAgain(
  { tx }: TxCtx,
  alarm: Alarm,
  { nowUs, ifMatch }: { nowUs: Micros; ifMatch: IfMatch },
): Promise<Alarm | null> {
  if (alarm.finishedUs === null) return makeScheduledDue(tx, alarm, { atUs: nowUs, ifMatch });
  return redriveOne(
    tx,
    { ...alarm, ifMatch },
    { nowUs, jitterMs: 0, defaultAttempts: attemptsOf(alarmSettings().retry) },
  );
}
