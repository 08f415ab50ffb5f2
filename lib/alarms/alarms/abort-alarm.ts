import { type Alarm, shownStatus } from '#/lib/alarms/alarms/alarm.ts';
import { alarmVersionMismatch, alreadyEnded, alreadyFiring } from '#/lib/alarms/alarms/alarm-errors.ts';
import { alarmFacts } from '#/lib/alarms/alarms/alarm-facts.ts';
import { endScheduled } from '#/lib/alarms/alarms/alarm-store.ts';
import { alarmMutexKey, loadAlarm, MAX_LOOKS, nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { factLog } from '#/lib/core/log.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { dateOf, type Micros } from '#/lib/core/micros.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/** Which alarm a verb is about, and the versions it is meant for. */
export type AlarmTarget = { id: string; ifMatch: IfMatch };
export type AlarmChange = { alarm: Alarm; isChanged: boolean; nowUs: Micros };

/**
 * Ends an alarm before it fires. The response is final: an aborted alarm is never sent, and one rejected as firing is
 * sent. Aborting twice changes nothing.
 * @throws AppError 403, 404; 409 `alarm_already_firing`, `alarm_ended`; 412 for another version
 */
export async function abortAlarm(ctx: Ctx, target: AlarmTarget): Promise<AlarmChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, (inner) => abortInside(inner, target), { mutexKey: alarmMutexKey(ctx, target.id) });
}

async function abortInside(ctx: TxCtx, target: AlarmTarget): Promise<AlarmChange> {
  const { workspaceId } = ctx.actor;
  const { alarm, isChanged, nowUs } = await endUnlessFiring(ctx, target);
  if (!isChanged) return { alarm: rejectUnlessAborted(alarm, nowUs), isChanged, nowUs };
  const waited = shownStatus({ status: 'scheduled', attempts: alarm.attempts });
  const data = { alarm: alarmFacts(alarm), before: { status: waited }, after: { status: alarm.status } };
  await recordEvent(ctx, { type: 'alarm.aborted', subjectId: target.id, userId: null, data }, dateOf(nowUs));
  ctx.afterCommit.add((db) => {
    eventsProcessed.inc({ type: 'aborted' });
    factLog.info({ alarm: target.id, workspace: workspaceId }, 'aborted');
    notifyAlarmChange(db, workspaceId);
    if (alarm.settings.callback) notifyAlarmDue(db, nowUs, nowUs);
  });
  return { alarm, isChanged, nowUs };
}

async function endUnlessFiring(ctx: TxCtx, { id, ifMatch }: AlarmTarget): Promise<AlarmChange> {
  const { workspaceId } = ctx.actor;
  for (let reads = 1; ; reads += 1) {
    const atUs = await nowUs(ctx);
    const end = { status: 'aborted', reason: 'aborted', atUs, ifMatch } as const;
    const ended = await endScheduled(ctx.tx, { id, workspaceId }, end);
    if (ended) return { alarm: ended, isChanged: true, nowUs: atUs };
    const found = await loadAlarm(ctx, id);
    const { status, version } = found.alarm;
    const couldBe = status === 'scheduled' || status === 'aborted';
    if (couldBe && !matchesVersion(ifMatch, version)) throw alarmVersionMismatch(found.alarm, found.nowUs);
    // An attempt may have failed since, and left it scheduled again: then it can be aborted after all.
    if (status !== 'scheduled' || reads === MAX_LOOKS) return { ...found, isChanged: false };
  }
}

function rejectUnlessAborted(alarm: Alarm, now: Micros): Alarm {
  if (alarm.status === 'aborted') return alarm;
  throw alarm.finishedUs === null ? alreadyFiring(alarm, now) : alreadyEnded(alarm, now);
}
