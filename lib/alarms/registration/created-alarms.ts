import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { listOpenByExternalId } from '#/lib/alarms/alarms/alarm-store.ts';
import { alarmMutexKey } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { type Outcome, outcomeOf } from '#/lib/alarms/alarms/open-alarm-outcome.ts';
import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import type { Accepted } from '#/lib/alarms/registration/insert-batcher.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { replaceAlarms } from '#/lib/alarms/registration/replace-alarms.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { dateOf } from '#/lib/core/micros.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';
import { notifyDeliveriesDue } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { notifyFeed } from '#/lib/feed/notify/notify-feed.ts';

/** How often in a row all remaining alarms may have changed between two reads. */
const MAX_READS = 20;
/** Alarms with their payloads read at once, 64 KB each at most. */
const READ_AT_ONCE = 200;

/**
 * The outcome for each requested alarm: the alarm that was created or, where an open alarm has its external id, that
 * alarm unchanged, that alarm replaced, or why it can't be replaced. An alarm that ends between two reads has freed its
 * external id, which is then used; one that changes is read again.
 */
export async function createdAlarms(ctx: Ctx, accepted: readonly Accepted[]): Promise<Outcome[]> {
  const outcomes = new Map<Accepted, Outcome>();
  const settle = (one: Accepted) => outcomes.set(one, { alarm: asCreated(one.alarm), isNew: true, nowUs: one.nowUs });
  const created = accepted.filter(({ isNew }) => isNew);
  notifyAfterCommit(ctx, created);
  created.forEach(settle);
  let rest = accepted.filter(({ isNew }) => !isNew);
  for (let reads = 1; rest.length > 0; reads += 1) {
    if (reads > MAX_READS) throw new Error(`alarms of ${rest.length} external ids change faster than they are read`);
    const left: Accepted[] = [];
    for (let at = 0; at < rest.length; at += READ_AT_ONCE) {
      const part = rest.slice(at, at + READ_AT_ONCE);
      for (const [one, outcome] of await resolve(ctx, part)) {
        if (outcome) outcomes.set(one, outcome);
        else left.push(one);
      }
    }
    if (left.length < rest.length) reads = 0;
    rest = left;
  }
  return accepted.map((one) => outcomes.get(one) as Outcome);
}

/** The outcome for those whose external id was taken; null where that has changed meanwhile. */
async function resolve(ctx: Ctx, named: Accepted[]): Promise<Map<Accepted, Outcome | null>> {
  const open = await openOnes(ctx, named);
  const outcomes = new Map<Accepted, Outcome | null>();
  const free: Accepted[] = [];
  const toReplace: Accepted[] = [];
  for (const one of named) {
    const alarm = open.get(one.alarm.externalId);
    const outcome = alarm && outcomeOf(one, alarm);
    if (outcome) outcomes.set(one, outcome);
    else (alarm ? toReplace : free).push(one);
  }
  const [first] = toReplace;
  const alone = toReplace.length === 1 && first && open.get(first.alarm.externalId);
  const mutexKey = alone ? alarmMutexKey(ctx, alone.id) : ctx.actor.userId;
  if (first) for (const replaced of await replaceAlarms(ctx, toReplace, mutexKey)) outcomes.set(...replaced);
  if (free.length > 0) for (const result of await retryFreed(ctx, free)) outcomes.set(...result);
  return outcomes;
}

async function retryFreed(ctx: Ctx, free: Accepted[]): Promise<[Accepted, Outcome | null][]> {
  const { known, isWanted } = await insertAlarms(
    ctx.tx ?? ctx.db,
    free.map(({ alarm }) => alarm),
  );
  const created = free.filter(({ alarm }) => !known.has(alarm.id)).map((one) => ({ ...one, isNew: true, isWanted }));
  notifyAfterCommit(ctx, created);
  return free.map((one) => {
    const { alarm, nowUs } = one;
    return [one, known.has(alarm.id) ? null : { alarm: asCreated(alarm), isNew: true, nowUs }];
  });
}

/** The open alarms that now have the requested external ids. */
async function openOnes(ctx: Ctx, requested: Accepted[]): Promise<Map<string | null, Alarm>> {
  const externalIds = requested.flatMap(({ alarm }) => alarm.externalId ?? []);
  const { workspaceId } = ctx.actor;
  const found = await listOpenByExternalId(ctx.tx ?? ctx.db, { workspaceId, externalIds });
  return new Map(found.map((alarm) => [alarm.externalId, alarm]));
}

/** Notifications that go out after the commit. */
function notifyAfterCommit(ctx: Ctx, created: Accepted[]): void {
  if (created.length === 0) return;
  const notifyDue = (db: Ctx['db']) => {
    eventsProcessed.inc({ type: 'registered' }, created.length);
    for (const { alarm, nowUs } of created) if (!alarm.end) notifyAlarmDue(db, alarm.dueUs, nowUs);
    notifyAlarmChange(db, ctx.actor.workspaceId);
    notifyFeed(db);
    const [wanted] = created.filter(({ isWanted }) => isWanted);
    if (wanted) notifyDeliveriesDue(db, dateOf(wanted.nowUs));
  };
  if (ctx.afterCommit) ctx.afterCommit.add(notifyDue);
  else notifyDue(ctx.db);
}

function asCreated({ end, by: _by, onConflict: _onConflict, isFromNow: _isFromNow, ...alarm }: NewAlarm): Alarm {
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
