import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { endScheduled, findAlarm, findAlarmId, insertAlarms } from '#/lib/alarms/alarms/alarm-store.ts';
import { intakeOf, type Taken } from '#/lib/alarms/alarms/intake.ts';
import { type NewAlarm, planAlarm } from '#/lib/alarms/alarms/plan-alarm.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { eventsProcessed, registrationDuration } from '#/lib/core/metrics.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';

export type Made = { alarm: Alarm; isNew: boolean; nowUs: Micros };

/**
 * Makes an alarm, or finds the one that has the external id. Calls of the same moment are written together, except in
 * a transaction of the caller's.
 * @throws AppError 400 for input that makes no alarm, 403
 */
export async function createAlarm(ctx: Ctx, input: CreateAlarmInput): Promise<Made> {
  authorize(ctx, 'alarms:write');
  const measured = registrationDuration.startTimer();
  const plan = planOf(ctx, input);
  const isOver = input.misfire !== undefined && input.misfire !== 'fire';
  // One that may be over before it begins is written to two tables, so it takes a transaction.
  const taken = ctx.tx || isOver ? await takeAlone(ctx, plan) : await intakeOf(ctx.db, ctx.clock).take(plan);
  measured();
  const made = await madeOf(ctx, taken);
  if (made.isNew)
    log.info({ alarm: made.alarm.id, workspace: made.alarm.workspaceId, due_us: made.alarm.dueUs }, 'registered');
  return made;
}

/** The alarm this caller asks for, once the time is known. */
export function planOf(ctx: Ctx, input: CreateAlarmInput): (nowUs: Micros) => NewAlarm {
  const { actor } = ctx;
  const owner = {
    id: newId(),
    workspaceId: actor.workspaceId,
    createdBy: actor.credential.kind === 'api_key' ? actor.credential.apiKeyId : actor.userId,
  };
  const { allowed, retry } = alarmSettings();
  return (nowUs) => planAlarm(input, owner, { nowUs, allowed, retry });
}

async function takeAlone(ctx: Ctx, plan: (nowUs: Micros) => NewAlarm): Promise<Taken> {
  return transaction(ctx, async ({ tx, clock }) => {
    const nowUs = (await clock.now(tx)).getTime() * MS_US;
    const alarm = plan(nowUs);
    const known = await insertAlarms(tx, [alarm]);
    const isNew = !known.has(alarm.id);
    if (isNew && alarm.end) await endScheduled(tx, alarm, { ...alarm.end, atUs: nowUs });
    return { alarm, isNew, nowUs };
  });
}

/** What the caller hears, and the hints that go out once it is committed. */
export async function madeOf(ctx: Ctx, { alarm, isNew, nowUs }: Taken): Promise<Made> {
  if (!isNew || alarm.end) return { alarm: await getKnown(ctx, alarm), isNew, nowUs };
  const hint = (db: Ctx['db']) => {
    eventsProcessed.inc({ type: 'registered' });
    hintDue(db, alarm.dueUs, nowUs);
    hintChange(db, alarm.workspaceId);
  };
  if (ctx.afterCommit) ctx.afterCommit.add(hint);
  else hint(ctx.db);
  return { alarm: asPending(alarm), isNew, nowUs };
}

/** The alarm as it is now that has the id, or the external id, of one that was asked for. */
async function getKnown(ctx: Ctx, asked: NewAlarm): Promise<Alarm> {
  const sql = ctx.tx ?? ctx.db;
  const { workspaceId, externalId } = asked;
  const id = externalId === null ? asked.id : await findAlarmId(sql, workspaceId, externalId);
  const alarm = id ? await findAlarm(sql, { id, workspaceId }) : null;
  if (!alarm) throw new Error(`alarm ${id} of external id ${externalId} is in no table`);
  return alarm;
}

function asPending({ end: _end, ...alarm }: NewAlarm): Alarm {
  return {
    ...alarm,
    status: 'scheduled',
    nextAttemptUs: alarm.dueUs,
    finishedUs: null,
    sentUs: null,
    version: 1,
    attempts: 0,
    endReason: null,
  };
}
