import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { NO_PAYLOAD, PAYLOAD } from '#/lib/alarms/alarms/alarm-columns.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { insertAlarms, listAlarmsNamed } from '#/lib/alarms/alarms/alarm-store.ts';
import { intakeOf, type Taken } from '#/lib/alarms/alarms/intake.ts';
import { type NewAlarm, planAlarm } from '#/lib/alarms/alarms/plan-alarm.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { newId } from '#/lib/core/ids.ts';
import { factLog } from '#/lib/core/log.ts';
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
  const taken = ctx.tx ? await takeAlone(ctx, plan) : await intakeOf(ctx.db, ctx.clock).take(plan);
  measured();
  const [made] = (await madeOf(ctx, [taken], PAYLOAD)) as [Made];
  const { id, workspaceId, dueUs } = made.alarm;
  if (made.isNew) factLog.info({ alarm: id, workspace: workspaceId, due_us: dueUs }, 'registered');
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
    return { alarm, isNew: !known.has(alarm.id), nowUs };
  });
}

/** What callers hear of what they asked for: what was made, and what has the external id already. */
export async function madeOf(ctx: Ctx, taken: Taken[], payload = NO_PAYLOAD): Promise<Made[]> {
  const made = taken.filter(({ isNew }) => isNew);
  announce(ctx, made);
  const known = await knownByName(
    ctx,
    taken.filter(({ isNew }) => !isNew),
    payload,
  );
  return taken.map(({ alarm, isNew, nowUs }) => ({ alarm: isNew ? asMade(alarm) : known(alarm), isNew, nowUs }));
}

/** Hints that go out once it is committed. */
function announce(ctx: Ctx, made: Taken[]): void {
  if (made.length === 0) return;
  const hint = (db: Ctx['db']) => {
    eventsProcessed.inc({ type: 'registered' }, made.length);
    for (const { alarm, nowUs } of made) if (!alarm.end) hintDue(db, alarm.dueUs, nowUs);
    hintChange(db, ctx.actor.workspaceId);
  };
  if (ctx.afterCommit) ctx.afterCommit.add(hint);
  else hint(ctx.db);
}

/** Finds the alarm, as it is now, that has the external id of one that was asked for. */
async function knownByName(ctx: Ctx, asked: Taken[], payload: typeof PAYLOAD): Promise<(asked: NewAlarm) => Alarm> {
  const externalIds = asked.flatMap(({ alarm }) => alarm.externalId ?? []);
  const { workspaceId } = ctx.actor;
  const found = externalIds.length
    ? await listAlarmsNamed(ctx.tx ?? ctx.db, { workspaceId, externalIds }, payload)
    : [];
  const byName = new Map(found.map((alarm) => [alarm.externalId, alarm]));
  return ({ externalId }) => {
    const alarm = byName.get(externalId);
    if (alarm) return alarm;
    throw new Error(`the alarm of external id ${externalId} is in no table`);
  };
}

function asMade({ end, ...alarm }: NewAlarm): Alarm {
  return {
    ...alarm,
    status: end?.status ?? 'scheduled',
    nextAttemptUs: end ? null : alarm.dueUs,
    finishedUs: end ? alarm.createdUs : null,
    sentUs: null,
    version: 1,
    attempts: 0,
    endReason: end?.reason ?? null,
  };
}
