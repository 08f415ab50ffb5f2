import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { type BrokerTargets, findBrokerTargets } from '#/lib/alarms/alarms/broker-targets-query.ts';
import { createdAlarms } from '#/lib/alarms/registration/created-alarms.ts';
import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import { type NewAlarm, planAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import type { IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import { changeAlarm } from '#/lib/bridge/consuming/change-alarm.ts';
import { deleteConsumed, insertConsumed, nameAlarms } from '#/lib/bridge/consuming/consumed-event-store.ts';
import { type EventKey, type IncomingEvent, incomingEvent, inputAt } from '#/lib/bridge/consuming/incoming-event.ts';
import { retryOrDead, type Verdict, whileSent } from '#/lib/bridge/consuming/verdict.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type AppError, isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import { describeActor } from '#/lib/feed/events/record-event.ts';

/** The fields of a broker that decide what its events become. */
export type SourceBroker = {
  id: string;
  workspaceId: string;
  /** Who creates the alarms: an API key, else a user. */
  createdBy: string;
  dialect: BrokerDialect;
  inputTarget: string | null;
  outputTarget: string | null;
};

type System = Omit<Ctx, 'actor'>;
type Item<E = IncomingEvent> = { event: E; deliveries: number };
type Scheduled = Extract<IncomingEvent, { kind: 'scheduled' }>;
type Planned = { item: Item<Scheduled>; alarm: NewAlarm };

/**
 * Consumes messages of a broker, in their order: each event creates or changes one alarm, together with the record that
 * it did, however often it is delivered. Events that schedule are written together; one that creates no alarm does not
 * affect the others. Returns a verdict for each. Acknowledge only after it has returned.
 * @throws an error that shows the database is down: then nothing may be acknowledged
 */
export async function consumeEvents(
  ctx: System,
  broker: SourceBroker,
  messages: readonly Pick<IncomingMessage, 'body' | 'headers' | 'deliveries'>[],
): Promise<Verdict[]> {
  const inner: Ctx = { ...ctx, actor: actorOf(broker) };
  const verdicts: Verdict[] = [];
  const items = messages.map((message) => ({
    event: readOrInvalid(message, broker),
    deliveries: message.deliveries,
  }));
  for (const part of partsOf(items)) verdicts.push(...(await consumePart(inner, broker, part)));
  return verdicts;
}

/** A message that can't be read today can't be read tomorrow: it must not be redelivered forever. */
function readOrInvalid(message: Pick<IncomingMessage, 'body' | 'headers'>, broker: SourceBroker): IncomingEvent {
  try {
    return incomingEvent(message, broker.dialect);
  } catch (error) {
    log.error({ err: error, broker: broker.id }, 'a message of a broker could not be read');
    return { kind: 'invalid', key: null, reason: 'The service could not read the message. Its log says why.' };
  }
}

/** Groups adjacent events that schedule; every other event is handled separately. */
function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (item.event.kind === 'scheduled' && last?.[0]?.event.kind === 'scheduled') last.push(item);
    else parts.push([item]);
  }
  return parts;
}

async function consumePart(ctx: Ctx, broker: SourceBroker, part: readonly Item[]): Promise<Verdict[]> {
  try {
    const items = part.filter((item): item is Item<Scheduled> => item.event.kind === 'scheduled');
    if (items.length > 0) return await schedule(ctx, broker, items);
    return [await consumeOther(ctx, broker, part[0] as Item)];
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (part.length === 1) return [rejectedHere(part[0] as Item, error)];
  }
  // One that the database rejects must not fail its neighbors.
  const verdicts: Verdict[] = [];
  for (const item of part) verdicts.push(...(await consumePart(ctx, broker, [item])));
  return verdicts;
}

/** An error of the service itself may be gone at the next delivery. */
function rejectedHere(item: Item, error: unknown): Verdict {
  const { key } = item.event;
  if (isAppError(error)) return { kind: 'dead', key, reason: reasonOf(error) };
  log.error({ err: error, event: key }, 'an event could not be consumed');
  return retryOrDead(item, 'The service could not consume the event. Its log says why.');
}

async function consumeOther(ctx: Ctx, broker: SourceBroker, { event, deliveries }: Item): Promise<Verdict> {
  switch (event.kind) {
    case 'invalid':
      return { kind: 'dead', key: event.key, reason: event.reason };
    case 'canceled':
    case 'rescheduled':
      return changeAlarm(ctx, event, deliveries);
    default:
      return ofAnotherType(broker, event.key, (event as { type: string }).type);
  }
}

/** Streams of flunq's services carry all their events, and so may one that this service also publishes to. */
function ofAnotherType({ dialect, inputTarget, outputTarget }: SourceBroker, key: EventKey, type: string): Verdict {
  if (dialect === 'flunq' || inputTarget === outputTarget) return { kind: 'skipped' };
  const reason = `Events of type ${type} aren’t supported. Send timer.scheduled, timer.canceled, or timer.rescheduled.`;
  return { kind: 'dead', key, reason };
}

async function schedule(ctx: Ctx, broker: SourceBroker, items: readonly Item<Scheduled>[]): Promise<Verdict[]> {
  return transaction(
    ctx,
    async (inner) => {
      const { tx } = inner;
      const nowUs = (await inner.clock.now(tx)).getTime() * MS_US;
      const verdicts = new Map<Item<Scheduled>, Verdict>();
      const inputs = items.map(({ event }) => event.input);
      const brokers = await findBrokerTargets(tx, broker.workspaceId, inputs);
      const planned: Planned[] = [];
      for (const item of items) {
        const alarm = planOr(inner, broker, item.event, { nowUs, brokers });
        if ('kind' in alarm) verdicts.set(item, alarm);
        else planned.push({ item, alarm });
      }
      const keys = planned.map(({ item, alarm }) => ({ ...item.event.key, alarmId: alarm.id }));
      const fresh = keys.length > 0 ? await insertConsumed(tx, broker.workspaceId, keys) : new Set<number>();
      for (const { item } of planned.filter((_, at) => !fresh.has(at))) verdicts.set(item, { kind: 'repeated' });
      const result = await make(
        inner,
        planned.filter((_, at) => fresh.has(at)),
        nowUs,
      );
      for (const [item, verdict] of result) verdicts.set(item, verdict);
      return items.map((item) => verdicts.get(item) as Verdict);
    },
    { mutexKey: broker.id },
  );
}

/** Inserts the alarms of events that were not consumed before. */
async function make(
  ctx: Ctx & { tx: NonNullable<Ctx['tx']> },
  planned: readonly Planned[],
  nowUs: Micros,
): Promise<[Item<Scheduled>, Verdict][]> {
  if (planned.length === 0) return [];
  const { workspaceId } = ctx.actor;
  const alarms = planned.map(({ alarm }) => alarm);
  const { known, isWanted } = await insertAlarms(ctx.tx, alarms);
  const accepted = alarms.map((alarm) => ({ alarm, isNew: !known.has(alarm.id), isWanted, nowUs }));
  const outcomes = await createdAlarms(ctx, accepted);
  const results = planned.map(({ item, alarm }, at) => ({ item, alarm, outcome: outcomes[at] }));
  const rejected = results.filter(({ outcome }) => isAppError(outcome));
  await deleteConsumed(
    ctx.tx,
    workspaceId,
    rejected.map(({ item }) => item.event.key),
  );
  // An open alarm has the external id, and matches the request or was replaced to match it.
  const others = results.flatMap(({ item, alarm, outcome }) =>
    outcome && !isAppError(outcome) && outcome.alarm.id !== alarm.id
      ? [{ ...item.event.key, alarmId: outcome.alarm.id }]
      : [],
  );
  await nameAlarms(ctx.tx, workspaceId, others);
  return results.map(({ item, outcome }) => [
    item,
    isAppError(outcome) ? rejectedVerdict(item, outcome) : { kind: 'created' },
  ]);
}

/** The alarm that is to be replaced may be being sent. */
function rejectedVerdict(item: Item, error: AppError): Verdict {
  const sent = whileSent(error);
  return sent
    ? retryOrDead(item, sent.reason, sent.most)
    : { kind: 'dead', key: item.event.key, reason: reasonOf(error) };
}

function planOr(
  ctx: Ctx,
  broker: SourceBroker,
  event: Scheduled,
  { nowUs, brokers }: { nowUs: Micros; brokers: BrokerTargets },
): NewAlarm | Verdict {
  const rest = inputAt(event.input, event.timeUs, nowUs);
  const { actor, requestId } = ctx;
  const owner = {
    id: newId(),
    workspaceId: broker.workspaceId,
    createdBy: broker.createdBy,
    by: { actor: describeActor(actor), requestId },
  };
  const { allowed, retry } = alarmSettings();
  try {
    if (rest.url !== undefined) return planAlarm(rest, owner, { nowUs, allowed, retry });
    const isNamed = rest.broker !== undefined || rest.broker_id !== undefined;
    if (!isNamed && (rest.target ?? broker.outputTarget) === null) {
      const reason = 'The event names no url and no target, and the broker has no output target. Set one of them.';
      return { kind: 'dead', key: event.key, reason };
    }
    const input = { ...rest, ...(isNamed ? {} : { broker_id: broker.id }), output_mode: 'event' } as const;
    return planAlarm(input, owner, { nowUs, allowed, retry, brokers: new Map([...brokers, [broker.id, broker]]) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind: 'dead', key: event.key, reason: reasonOf(error) };
  }
}

/** Pointers in the API's errors are relative to the body, which is the data here. */
function reasonOf({ detail, fields }: AppError): string {
  const [first] = fields;
  return first ? `data${first.pointer.replaceAll('/', '.')}: ${first.detail}` : detail;
}

function actorOf({ workspaceId, createdBy }: SourceBroker): Ctx['actor'] {
  const credential = { kind: 'worker', name: 'bridge' } as const;
  return { userId: createdBy, workspaceId, role: 'member', scopes: new Set(permissionsOf('member')), credential };
}
