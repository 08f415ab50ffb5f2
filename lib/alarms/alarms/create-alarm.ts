import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { LISTED, WHOLE } from '#/lib/alarms/alarms/alarm-columns.ts';
import { writerOf } from '#/lib/alarms/alarms/alarm-json.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { listAlarmsNamed } from '#/lib/alarms/alarms/alarm-store.ts';
import { insertAlarms } from '#/lib/alarms/alarms/insert-alarms-query.ts';
import { intakeOf, type Taken } from '#/lib/alarms/alarms/intake.ts';
import { type NewAlarm, planAlarm } from '#/lib/alarms/alarms/plan-alarm.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { newId } from '#/lib/core/ids.ts';
import { factLog } from '#/lib/core/log.ts';
import { eventsProcessed, registrationDuration } from '#/lib/core/metrics.ts';
import { dateOf, type Micros, MS_US } from '#/lib/core/micros.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';
import { hintDeliveries } from '#/lib/events/delivery-hint.ts';
import { hintFeed } from '#/lib/events/feed-hint.ts';
import { describeActor } from '#/lib/events/record-event.ts';

/** How often a name may be taken and its alarm then be gone, which the days that are dropped can bring about once. */
const MOST_TIMES = 4;

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
  const [made] = (await madeOf(ctx, [taken], WHOLE)) as [Made];
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
    createdBy: writerOf(actor),
    by: { actor: describeActor(actor), requestId: ctx.requestId },
  };
  const { allowed, retry } = alarmSettings();
  return (nowUs) => planAlarm(input, owner, { nowUs, allowed, retry });
}

async function takeAlone(ctx: Ctx, plan: (nowUs: Micros) => NewAlarm): Promise<Taken> {
  return transaction(ctx, async ({ tx, clock }) => {
    const nowUs = (await clock.now(tx)).getTime() * MS_US;
    const alarm = plan(nowUs);
    const { known, isWanted } = await insertAlarms(tx, [alarm]);
    return { alarm, isNew: !known.has(alarm.id), isWanted, nowUs };
  });
}

/**
 * What callers hear of what they asked for: what was made, and what has the external id already. A name that is forgotten
 * with its alarm between the two is free again, and taken.
 */
export async function madeOf(ctx: Ctx, taken: Taken[], columns = LISTED, times = MOST_TIMES): Promise<Made[]> {
  const made = taken.filter(({ isNew }) => isNew);
  announce(ctx, made);
  const named = taken.filter(({ isNew }) => !isNew);
  const known = await knownByName(ctx, named, columns);
  const gone = named.filter(({ alarm }) => !known.has(alarm.externalId));
  if (gone.length > 0 && times === 1) throw new Error(`alarms of ${gone.length} external ids are in no table`);
  const retaken = gone.length > 0 ? await madeOf(ctx, await takeAgain(ctx, gone), columns, times - 1) : [];
  const again = new Map(gone.map((one, index) => [one, retaken[index]]));
  return taken.map((one) => {
    const { alarm, isNew, nowUs } = one;
    return again.get(one) ?? { alarm: isNew ? asMade(alarm) : (known.get(alarm.externalId) as Alarm), isNew, nowUs };
  });
}

async function takeAgain(ctx: Ctx, gone: Taken[]): Promise<Taken[]> {
  const { known, isWanted } = await insertAlarms(
    ctx.tx ?? ctx.db,
    gone.map(({ alarm }) => alarm),
  );
  return gone.map((one) => ({ ...one, isNew: !known.has(one.alarm.id), isWanted }));
}

/** Hints that go out once it is committed. */
function announce(ctx: Ctx, made: Taken[]): void {
  if (made.length === 0) return;
  const hint = (db: Ctx['db']) => {
    eventsProcessed.inc({ type: 'registered' }, made.length);
    for (const { alarm, nowUs } of made) if (!alarm.end) hintDue(db, alarm.dueUs, nowUs);
    hintChange(db, ctx.actor.workspaceId);
    hintFeed(db);
    const [wanted] = made.filter(({ isWanted }) => isWanted);
    if (wanted) hintDeliveries(db, dateOf(wanted.nowUs));
  };
  if (ctx.afterCommit) ctx.afterCommit.add(hint);
  else hint(ctx.db);
}

/** The alarms, as they are now, that have the external ids of what was asked for; none whose name was forgotten since. */
async function knownByName(ctx: Ctx, asked: Taken[], columns: typeof WHOLE): Promise<Map<string | null, Alarm>> {
  const externalIds = asked.flatMap(({ alarm }) => alarm.externalId ?? []);
  const { workspaceId } = ctx.actor;
  const found = externalIds.length
    ? await listAlarmsNamed(ctx.tx ?? ctx.db, { workspaceId, externalIds }, columns)
    : [];
  return new Map(found.map((alarm) => [alarm.externalId, alarm]));
}

function asMade({ end, by: _, ...alarm }: NewAlarm): Alarm {
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
