import { setTimeout as delay } from 'node:timers/promises';
import { CloudEvent } from 'cloudevents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrokerConnection, BrokerError, type BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { sealText } from '#/lib/core/sealed-text.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startNatsServer } from '#/test/brokers/nats-server.ts';
import { startRabbitMqServer } from '#/test/brokers/rabbitmq-server.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { IS_FULL, report } from '#/test/proofs/figures.ts';
import { type Scene, SOON_RECLAIMED, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const EVENTS = IS_FULL ? 100_000 : 5_000;
const AT_ONCE = 500;
const KILL_EVERY_MS = 3 * SECOND_MS;
const PATIENCE_MS = IS_FULL ? 900_000 : 240_000;
const ALLOWED = parseAllowList('127.0.0.0/8');
const SOURCE = 'https://orders.example.com';

/**
 * A server, and how often it or a worker is killed: RabbitMQ takes as long to start as others take to be killed ten
 * times.
 */
const BROKERS: Record<BrokerKind, { start: () => Promise<TestBroker>; kills: number }> = {
  redis: { start: startRedisServer, kills: IS_FULL ? 24 : 6 },
  nats: { start: () => startNatsServer(), kills: IS_FULL ? 24 : 6 },
  rabbitmq: { start: startRabbitMqServer, kills: IS_FULL ? 12 : 4 },
};
/** RabbitMQ starts in ten seconds, and in minutes on a machine with much other work. */
const START_MS = 300_000;
const TARGETS = { inputTarget: 'timers.in', outputTarget: 'timers.out', deadLetterTarget: 'timers.dead' };

const open: BrokerConnection[] = [];

function connect(kind: BrokerKind, url: string, group: string): BrokerConnection {
  const created = openBroker({ kind, url, workspaceId: newId(), allowed: ALLOWED, group });
  open.push(created);
  return created;
}

/**
 * Publishes until it is confirmed: while the broker is down an event may be published twice, and counts as the same.
 */
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

/**
 * Publishes events for `forMs`, while workers and the broker are killed. Returns how many were sent, repeats included.
 */
async function publishAll(to: BrokerConnection, forMs: number): Promise<number> {
  let sent = 0;
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, EVENTS - from) }, (_, at) => publish(to, eventOf(from + at)));
    sent += (await Promise.all(some)).reduce((sum, one) => sum + one, 0);
    await delay(Math.floor(forMs / (EVENTS / AT_ONCE)));
  }
  return sent;
}

/** Kills workers and the broker in turn, with SIGKILL. */
async function killInTurns(scene: Scene, broker: TestBroker, workers: WorkerProcess[], kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(KILL_EVERY_MS);
    if (kill % 2 === 0) {
      await broker.kill();
      await broker.restart();
    } else {
      const index = Math.floor(kill / 2) % workers.length;
      await workers[index]?.end('SIGKILL');
      workers[index] = await scene.worker(`worker-${workers.length + kill}`, SOON_RECLAIMED);
    }
  }
}

type Fired = { id: string; at: number; attempt: number };

/** All published messages, including repeats: until there is one of each event, and then no other for a while. */
async function published(reader: BrokerConnection): Promise<Fired[]> {
  const found = new Map<string, Fired>();
  const read = () => readPublished(reader, found);
  const arrived = () => new Set([...found.values()].map(({ at }) => at)).size;
  await until('every alarm has been published', PATIENCE_MS, async () => {
    await read();
    return arrived() >= EVENTS;
  });
  while ((await read()) > 0);
  return [...found.values()];
}

/** Adds the messages of some seconds, by token. Returns how many there were. */
async function readPublished(reader: BrokerConnection, found: Map<string, Fired>): Promise<number> {
  const messages = await reader.consume('timers.out', { most: 1_000, waitMs: 5 * SECOND_MS });
  for (const { token, body } of messages) {
    const event = new CloudEvent(JSON.parse(body) as object) as CloudEvent<{
      alarm: { id: string; payload: { at: number } };
      attempt: number;
    }>;
    expect(event).toMatchObject({ type: 'timer.fired', data: { alarm: { id: event.id } } });
    const fired = { id: event.id, at: event.data?.alarm.payload.at ?? -1, attempt: event.data?.attempt ?? 0 };
    found.set(token, fired);
  }
  await reader.ack(
    'timers.out',
    messages.map(({ token }) => token),
  );
  return messages.length;
}

describe.each(Object.keys(BROKERS) as BrokerKind[])('over %s', (kind) => {
  const { start, kills } = BROKERS[kind];
  let scene: Scene;
  let broker: TestBroker;
  beforeAll(async () => {
    [scene, broker] = [await setScene(), await start()];
  }, START_MS);
  afterAll(async () => {
    await Promise.all(open.splice(0).map((connection) => connection.close()));
    await broker.stop();
  });

  async function count(text: string): Promise<number> {
    const { rows } = await scene.world.database.pool.query<{ count: number }>(text);
    return (rows[0] as { count: number }).count;
  }

  test('each event becomes one alarm and each alarm arrives, whichever process is killed', async () => {
    const producer = connect(kind, broker.url, 'producer');
    // Streams and queues exist before anything is killed: RabbitMQ 3.10 may lose a queue that is milliseconds old.
    for (const target of Object.values(TARGETS)) await producer.lag(target);
    const id = newId();
    const row = { id, workspaceId: scene.workspaceId, createdBy: newId(), name: 'proof', kind, ...TARGETS };
    await scene.world.db.broker.create({ data: { ...row, sealedUrl: sealText(broker.url, `url of broker ${id}`) } });
    const workers = await Promise.all([0, 1].map((number) => scene.worker(`worker-${number}`, SOON_RECLAIMED)));
    const beganMs = performance.now();
    const publishing = publishAll(producer, kills * KILL_EVERY_MS);
    const [sent] = await Promise.all([publishing, killInTurns(scene, broker, workers, kills)]);
    const consumed = () => count('select count(*)::int as count from consumed_events');
    await until('every event has become an alarm', PATIENCE_MS, async () => (await consumed()) === EVENTS);
    await until('every alarm has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);
    const tookMs = performance.now() - beganMs;

    const fired = await published(connect(kind, broker.url, 'proof'));
    const alarms = Map.groupBy(fired, ({ at }) => at);
    const repeated = [...alarms.values()].filter((some) => some.length > 1);
    report(`events in and out of ${kind}`, {
      events: EVENTS,
      'sent more than once': sent - EVENTS,
      kills,
      'published more than once': repeated.length,
      seconds: Math.round(tookMs / SECOND_MS),
    });
    expect(await count("select count(*)::int as count from alarm_history where status = 'delivered'")).toBe(EVENTS);
    expect(await count('select count(distinct alarm_id)::int as count from consumed_events')).toBe(EVENTS);
    expect(alarms.size).toBe(EVENTS);
    expect(repeated.filter((some) => new Set(some.map(({ id: event }) => event)).size > 1)).toEqual([]);
    const reader = connect(kind, broker.url, 'proof');
    expect(await reader.consume('timers.dead', { most: 10, waitMs: SECOND_MS })).toEqual([]);
    await Promise.all(workers.map(async (worker) => expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })));
  });
});
