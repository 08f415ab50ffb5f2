import { setTimeout as delay } from 'node:timers/promises';
import { CloudEvent } from 'cloudevents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrokerConnection, BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { sealText } from '#/lib/core/sealed-text.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { IS_FULL, report } from '#/test/proofs/figures.ts';
import { type Scene, SOON_RECLAIMED, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const EVENTS = IS_FULL ? 100_000 : 5_000;
const AT_ONCE = 500;
const KILLS = IS_FULL ? 24 : 6;
const KILL_EVERY_MS = 3 * SECOND_MS;
const PATIENCE_MS = IS_FULL ? 900_000 : 240_000;
const ALLOWED = parseAllowList('127.0.0.0/8');
const SOURCE = 'https://orders.example.com';

let scene: Scene;
let redis: TestBroker;
const open: BrokerConnection[] = [];
beforeAll(async () => {
  [scene, redis] = [await setScene(), await startRedisServer()];
});
afterAll(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  await redis.stop();
});

function connection(group: string): BrokerConnection {
  const made = openBroker({ kind: 'redis', url: redis.url, workspaceId: newId(), allowed: ALLOWED, group });
  open.push(made);
  return made;
}

async function makeBroker(): Promise<string> {
  const id = newId();
  const targets = { inputTarget: 'timers.in', outputTarget: 'timers.out', deadLetterTarget: 'timers.dead' };
  const data = { id, workspaceId: scene.workspaceId, createdBy: newId(), name: 'proof', kind: 'redis', ...targets };
  await scene.world.db.broker.create({ data: { ...data, sealedUrl: sealText(redis.url, `url of broker ${id}`) } });
  return id;
}

/** Publishes until it is confirmed: while Redis is away an event may be written twice, and is the same. */
async function publish(to: BrokerConnection, event: CloudEvent<unknown>): Promise<number> {
  for (let sent = 1; ; sent += 1) {
    try {
      const message = { target: 'timers.in', id: event.id, body: JSON.stringify(event) };
      await to.publish(message, AbortSignal.timeout(30 * SECOND_MS));
      return sent;
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      await delay(100);
    }
  }
}

function eventOf(at: number): CloudEvent<unknown> {
  const data = { delay: 'PT2S', payload: { at } };
  return new CloudEvent({ id: `event-${at}`, source: SOURCE, type: 'timer.scheduled', data });
}

async function publishAll(): Promise<number> {
  const to = connection('producer');
  let sent = 0;
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, EVENTS - from) }, (_, at) => publish(to, eventOf(from + at)));
    sent += (await Promise.all(some)).reduce((sum, one) => sum + one, 0);
    // Events go on coming while workers and Redis are killed.
    await delay(Math.floor((KILLS * KILL_EVERY_MS) / (EVENTS / AT_ONCE)));
  }
  return sent;
}

/** Workers and Redis in turns, with SIGKILL. */
async function killInTurns(workers: WorkerProcess[]): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(KILL_EVERY_MS);
    if (kill % 2 === 0) {
      await redis.kill();
      await redis.restart();
    } else {
      const index = Math.floor(kill / 2) % workers.length;
      await workers[index]?.end('SIGKILL');
      workers[index] = await scene.worker(`worker-${workers.length + kill}`, SOON_RECLAIMED);
    }
  }
}

async function count(text: string): Promise<number> {
  const { rows } = await scene.world.database.pool.query<{ count: number }>(text);
  return (rows[0] as { count: number }).count;
}

type Fired = { id: string; at: number; attempt: number };

/** All that was published, in its order. */
async function published(): Promise<Fired[]> {
  const reader = connection('proof');
  const found: Fired[] = [];
  for (;;) {
    const messages = await reader.consume('timers.out', { most: 1_000, waitMs: 500 });
    if (messages.length === 0) return found;
    for (const { body } of messages) {
      const event = new CloudEvent(JSON.parse(body) as object) as CloudEvent<{
        alarm: { id: string; payload: { at: number } };
        attempt: number;
      }>;
      expect(event).toMatchObject({ type: 'timer.fired', data: { alarm: { id: event.id } } });
      found.push({ id: event.id, at: event.data?.alarm.payload.at ?? -1, attempt: event.data?.attempt ?? 0 });
    }
  }
}

test('each event becomes one alarm and each alarm arrives, whoever is killed', async () => {
  await makeBroker();
  const workers = await Promise.all([0, 1].map((number) => scene.worker(`worker-${number}`, SOON_RECLAIMED)));
  const [sent] = await Promise.all([publishAll(), killInTurns(workers)]);
  const taken = () => count('select count(*)::int as count from consumed_events');
  await until('every event has become an alarm', PATIENCE_MS, async () => (await taken()) === EVENTS);
  await until('every alarm has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);

  const fired = await published();
  const alarms = Map.groupBy(fired, ({ at }) => at);
  const repeated = [...alarms.values()].filter((some) => some.length > 1);
  report('events in and out of Redis Streams', {
    events: EVENTS,
    'sent more than once': sent - EVENTS,
    kills: KILLS,
    'published more than once': repeated.length,
  });
  expect(await count("select count(*)::int as count from alarm_history where status = 'delivered'")).toBe(EVENTS);
  expect(await count('select count(distinct alarm_id)::int as count from consumed_events')).toBe(EVENTS);
  expect(alarms.size).toBe(EVENTS);
  expect(repeated.filter((some) => new Set(some.map(({ id }) => id)).size > 1)).toEqual([]);
  expect(await connection('proof').consume('timers.dead', { most: 10, waitMs: 0 })).toEqual([]);
  await Promise.all(workers.map(async (worker) => expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })));
});
