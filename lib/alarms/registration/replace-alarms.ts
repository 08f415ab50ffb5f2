import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { alarmFacts } from '#/lib/alarms/alarms/alarm-facts.ts';
import { listOpenByExternalId, lockScheduledByExternalId } from '#/lib/alarms/alarms/alarm-store.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { type Outcome, outcomeOf } from '#/lib/alarms/alarms/open-alarm-outcome.ts';
import type { Accepted } from '#/lib/alarms/registration/insert-batcher.ts';
import { type Replacement, replaceScheduled } from '#/lib/alarms/registration/replace-alarms-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { dateOf, formatMicros, type Micros } from '#/lib/core/micros.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/**
 * Replaces the open alarms that have the requested external ids, once no other transaction is changing them: a hundred
 * callers that replace one alarm wait for each other, and each succeeds. Null for one that has ended meanwhile. Of
 * several that replace the same alarm, the last one counts.
 */
export async function replaceAlarms(
  ctx: Ctx,
  requested: Accepted[],
  mutexKey: string,
): Promise<Map<Accepted, Outcome | null>> {
  return transaction(ctx, (inner) => replaceInside(inner, requested), { mutexKey });
}

async function replaceInside(ctx: TxCtx, requested: Accepted[]): Promise<Map<Accepted, Outcome | null>> {
  const externalIds = requested.flatMap(({ alarm }) => alarm.externalId ?? []);
  const open = await openOnes(ctx, externalIds);
  const outcomes = new Map<Accepted, Outcome | null>();
  const replacements = new Map<string, Replacement & { one: Accepted }>();
  for (const one of requested) {
    const alarm = open.get(one.alarm.externalId);
    const outcome = alarm ? outcomeOf(one, alarm) : null;
    outcomes.set(one, outcome);
    if (alarm && !outcome) replacements.set(alarm.id, { one, open: alarm, requested: one.alarm });
  }
  const replaced = await replaceLocked(ctx, [...replacements.values()]);
  for (const [one, outcome] of outcomes) {
    const alarm = outcome === null && replaced.get(open.get(one.alarm.externalId)?.id ?? '');
    if (alarm) outcomes.set(one, { alarm, isNew: false, nowUs: one.nowUs });
  }
  return outcomes;
}

/** By external id: the scheduled ones, locked, and those in flight. An alarm in neither has changed meanwhile. */
async function openOnes(ctx: TxCtx, externalIds: string[]): Promise<Map<string | null, Alarm>> {
  const { workspaceId } = ctx.actor;
  const locked = await lockScheduledByExternalId(ctx.tx, { workspaceId, externalIds });
  const isLocked = new Set(locked.map((alarm) => alarm.externalId));
  const others = externalIds.filter((externalId) => !isLocked.has(externalId));
  const found = others.length > 0 ? await listOpenByExternalId(ctx.tx, { workspaceId, externalIds: others }) : [];
  const inFlight = found.filter(({ status }) => status === 'firing');
  return new Map([...locked, ...inFlight].map((alarm) => [alarm.externalId, alarm]));
}

async function replaceLocked(
  ctx: TxCtx,
  replacements: (Replacement & { one: Accepted })[],
): Promise<Map<string, Alarm>> {
  const [first] = replacements;
  if (!first) return new Map();
  const { nowUs } = first.one;
  const replaced = await replaceScheduled(ctx.tx, replacements);
  await recordReplaced(ctx, replaced, replacements, nowUs);
  ctx.afterCommit.add((db) => {
    for (const { dueUs } of replaced) notifyAlarmDue(db, dueUs, nowUs);
    notifyAlarmChange(db, ctx.actor.workspaceId);
  });
  return new Map(replaced.map((alarm) => [alarm.id, alarm]));
}

/** One event for all, as for alarms that are created together. */
async function recordReplaced(ctx: TxCtx, replaced: Alarm[], was: Replacement[], nowUs: Micros): Promise<void> {
  const [only] = replaced;
  if (replaced.length > 1 || !only) {
    const data = { alarm_ids: replaced.map(({ id }) => id), before: null, after: { count: replaced.length } };
    const event = { type: 'alarm.replaced', subjectId: ctx.actor.workspaceId, userId: null, data } as const;
    return recordEvent(ctx, event, dateOf(nowUs));
  }
  const before = was.find(({ open }) => open.id === only.id)?.open ?? only;
  const facts = alarmFacts(only);
  const data = { alarm: facts, before: { due_at: formatMicros(before.dueUs) }, after: { due_at: facts.due_at } };
  await recordEvent(ctx, { type: 'alarm.replaced', subjectId: only.id, userId: null, data }, dateOf(nowUs));
}
