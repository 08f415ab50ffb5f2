import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { CloudEvent } from 'cloudevents';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BROKER_RETRY } from '#/lib/alarms/alarms/alarm.ts';
import type { AlarmJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { AttemptListJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import type { BrokerJson, BrokerResponseJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import { BrokerPublisher } from '#/lib/bridge/publishing/broker-publisher.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { bridgeLateness, metrics } from '#/lib/core/metrics.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { latenessMs } from '#/lib/engine/settle/settlement.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { firingWorld, LEASE_MS, type Options, responding } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';

const SOURCE = 'http://timers.test';

let scene: Awaited<ReturnType<typeof firingWorld>>;
let server: TestBroker;
let redis: Redis;
let api: ApiClient;
let target: string;
let broker: BrokerJson;
const publishers: BrokerPublisher[] = [];

beforeAll(async () => {
  [scene, server] = await Promise.all([firingWorld(), startRedisServer()]);
  redis = new Redis(server.url);
  redis.on('error', () => {});
});
beforeEach(async () => {
  await scene.query('truncate alarms');
  wait(3_600);
  api = await apiFor(scene.world, await scene.world.member());
  target = `fired-${newId()}`;
  broker = await connect({ output_target: target, dead_letter_target: `${target}-dead` });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(publishers.splice(0).map((publisher) => publisher.close()));
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

async function connect(change: object, by = api): Promise<BrokerJson> {
  const body = { name: 'orders', kind: 'redis', url: server.url, ...change };
  const response = await by<BrokerResponseJson>('POST', '/brokers', body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.broker;
}

/** An alarm for the broker, due in ten seconds. */
async function alarm(change: object = {}): Promise<AlarmJson> {
  const body = { delay: '10s', output_mode: 'event', broker: 'orders', ...change };
  const response = await api<AlarmResponseJson>('POST', '/alarms', body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.alarm;
}
const read = async (id: string) => (await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm;
const attemptsOf = async (id: string) => (await api<AttemptListJson>('GET', `/alarms/${id}/attempts`)).body.attempts;
const readBroker = async () => (await api<BrokerResponseJson>('GET', `/brokers/${broker.id}`)).body.broker;

function worker(options: Options = {}) {
  const publisher = new BrokerPublisher({
    db: scene.world.db,
    clock: scene.world.clock,
    allowed: alarmSettings().allowed,
    timeoutMs: 20_000,
    source: SOURCE,
    monotonic: () => scene.time.monotonicMs(),
  });
  publishers.push(publisher);
  return scene.engine(() => responding(200), { ...options, publisher });
}

/** The sum of the lateness metric. */
async function latenessSeconds(): Promise<number> {
  const { values } = await bridgeLateness.get();
  return values.find(({ metricName }) => metricName?.endsWith('_sum'))?.value ?? 0;
}

function wait(seconds: number): void {
  scene.time.us += seconds * SECOND_US;
  scene.world.clock.set(new Date(Math.floor(scene.time.us / MS_US)).toISOString());
}

/** Events of a stream, oldest first, as the official SDK reads them. */
async function eventsOf(stream: string): Promise<CloudEvent<Record<string, unknown>>[]> {
  const entries = await redis.xrange(stream, '-', '+');
  return entries.map(([, fields]) => {
    const at = fields.indexOf('event');
    return new CloudEvent(JSON.parse(fields[at + 1] as string));
  });
}

describe('an alarm for a broker', () => {
  test('is published when it is due, as a CloudEvent with its id, and not before', async () => {
    const { id } = await alarm({ payload: { amount: 1.5 }, name: 'Reminder', external_id: 'order-7' });
    const { firing, settled, settle } = worker();
    wait(9);
    await firing.runOnce();
    expect([settled, await eventsOf(target)]).toEqual([[], []]);
    wait(1);
    await firing.runOnce();
    await settle(1);
    const [event, ...more] = await eventsOf(target);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ id, source: SOURCE, type: 'timer.fired', subject: id, specversion: '1.0' });
    expect(event?.data).toMatchObject({
      alarm: { id, name: 'Reminder', external_id: 'order-7', payload: { amount: 1.5 } },
      attempt: 1,
    });
    expect(await read(id)).toMatchObject({ status: 'delivered', attempts: 1, broker_id: broker.id, target, url: null });
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'delivered', status_code: null, detail: null }]);
    expect(latenessMs(settled[0] as (typeof settled)[0])).not.toBeNull();
    expect(await metrics.metrics()).toMatch(/timer_service_bridge_published_total\{outcome="delivered"\} \d+/);
    await eventually(async () => expect((await readBroker()).status).toBe('connected'));
  });

  test('counts as late by the time from its due time to its broker’s confirmation', async () => {
    await alarm();
    const { firing, settled, settle } = worker();
    const before = await latenessSeconds();
    // The connection is open by then.
    wait(10);
    await firing.runOnce();
    await settle(1);
    expect(Math.round((await latenessSeconds()) - before)).toBe(0);
    await alarm();
    await redis.call('CLIENT', 'PAUSE', String(HOUR_MS), 'WRITE');
    try {
      wait(10);
      await firing.runOnce();
      await eventually(async () => expect(await redis.call('CLIENT', 'LIST')).toMatch(/ cmd=xadd /));
      wait(3);
    } finally {
      await redis.call('CLIENT', 'UNPAUSE');
    }
    await settle(2);
    expect(settled.map((one) => Math.round(latenessMs(one) ?? Number.NaN))).toEqual([0, 3_000]);
    expect(Math.round((await latenessSeconds()) - before)).toBe(3);
  });

  test('is published again with the same id when the worker that published it is lost', async () => {
    const { id } = await alarm();
    const lost = worker({
      sql: (sql) => (statement, values) =>
        statement.name === 'settle_attempts' ? Promise.reject(new Error('lost')) : sql(statement, values),
    });
    wait(10);
    await lost.firing.runOnce();
    await eventually(async () => expect(await eventsOf(target)).toHaveLength(1));
    wait(LEASE_MS / 1_000 + 1);
    const { firing, settle } = worker();
    await eventually(async () => {
      await firing.runOnce();
      expect(await eventsOf(target)).toHaveLength(2);
    });
    await settle(1);
    expect((await eventsOf(target)).map((event) => event.id)).toEqual([id, id]);
    expect(await read(id)).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  test('is never published when it was aborted before it was due', async () => {
    const { id } = await alarm();
    await api('POST', `/alarms/${id}/abort`, {});
    wait(60);
    await worker().firing.runOnce();
    expect(await eventsOf(target)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'aborted' });
  });

  test('waits while its broker is paused as a receiver, and is published when it is resumed', async () => {
    const body = { origin: `broker://${broker.id}`, paused: true };
    const { body: made } = await api<{ receiver: { id: string } }>('POST', '/receivers', body);
    const { id } = await alarm();
    const { firing, settle } = worker();
    firing.expectReceiverChange();
    wait(10);
    await firing.runOnce();
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'scheduled', next_attempt_at: null }));
    await api('PATCH', `/receivers/${made.receiver.id}`, { paused: false });
    firing.expectReceiverChange();
    await eventually(async () => {
      await firing.runOnce();
      expect(await eventsOf(target)).toHaveLength(1);
    });
    await settle(1);
  });

  test('is published to the broker’s current URL', async () => {
    await alarm();
    const { firing, settle } = worker();
    wait(10);
    await firing.runOnce();
    await settle(1);
    await api('PATCH', `/brokers/${broker.id}`, { url: `${server.url}/1` });
    await alarm();
    wait(10);
    await firing.runOnce();
    await settle(2);
    expect(await eventsOf(target)).toHaveLength(1);
    await redis.select(1);
    expect(await eventsOf(target)).toHaveLength(1);
    await redis.select(0);
  });

  test('ends as a dead letter at once when its broker was deleted', async () => {
    const { id } = await alarm();
    await api('DELETE', `/brokers/${broker.id}`);
    wait(10);
    const { firing, settle } = worker();
    await firing.runOnce();
    await settle(1);
    expect(await read(id)).toMatchObject({ status: 'dead', end_reason: 'gone', attempts: 1 });
    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({ outcome: 'url_invalid', detail: expect.stringContaining('was deleted') });
  });

  test('that a schedule registers is published as well', async () => {
    const { body } = await api<{ schedule: { id: string; broker_id: string; url: null } }>('POST', '/schedules', {
      cron: '* * * * *',
      output_mode: 'event',
      broker: 'orders',
      target: `${target}-hourly`,
    });
    expect(body.schedule).toMatchObject({ broker_id: broker.id, target: `${target}-hourly`, url: null });
    wait(60);
    const { firing, settle } = worker();
    await firing.runOnce();
    await settle(1);
    expect(await eventsOf(`${target}-hourly`)).toHaveLength(1);
  });
});

describe('a broker that is down', () => {
  test('is retried after growing waits, gets waiting alarms when it is back, and delays no other', async () => {
    const { id } = await alarm();
    const { firing, sent, settled, settle } = worker();
    const [infos, warned] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn')];
    await server.kill();
    wait(10);
    const webhooks = await scene.addAll(20, () => ({ dueUs: scene.time.us }));
    await firing.runOnce();
    await settle(21);
    expect(sent).toHaveLength(20);
    for (const webhook of webhooks) expect(await scene.history(webhook)).toMatchObject({ status: 'delivered' });
    expect(await scene.row(id)).toMatchObject({ status: 'scheduled', attempts: 1, next_us: scene.time.us + SECOND_US });
    wait(1);
    await firing.runOnce();
    await settle(22);
    expect(await scene.row(id)).toMatchObject({ attempts: 2, next_us: scene.time.us + 2 * SECOND_US });
    expect(settled.at(-1)?.attempt).toMatchObject({ outcome: 'connection_refused', sentUs: null });
    await eventually(async () => expect((await readBroker()).status).toBe('failing'));
    const { last_error } = await readBroker();
    expect(last_error).not.toContain('only-for-tests');
    await server.restart();
    // The worker that published last may wait a moment before it dials again.
    for (let row = await scene.row(id); row; row = await scene.row(id)) {
      const before = settled.length;
      wait((row.next_us - scene.time.us) / SECOND_US);
      await eventually(async () => {
        await firing.runOnce();
        expect(settled.length).toBeGreaterThan(before);
      });
    }
    expect(await read(id)).toMatchObject({ status: 'delivered' });
    expect((await eventsOf(target)).map((event) => event.id)).toEqual([id]);
    const facts = { broker: broker.id, workspace: expect.any(String) };
    const [failed, back] = [warned, infos].map(({ mock }) => mock.calls.filter(([line]) => 'broker' in Object(line)));
    // Once, however often it is attempted.
    expect(failed).toEqual([[{ ...facts, outcome: 'connection_refused' }, 'broker failed']]);
    expect(back).toEqual([[facts, 'broker recovered']]);
    expect(JSON.stringify([failed, back])).not.toContain('only-for-tests');
  });
});

describe('a broker for which alarms have waited', () => {
  test('gets alarms due now before those long overdue', async () => {
    const url = `broker://${broker.id}/${target}`;
    const { workspaceId } = await scene.world.db.broker.findUniqueOrThrow({ where: { id: broker.id } });
    const overdue = { dueUs: scene.time.us - 3_600 * SECOND_US, workspaceId, url };
    const waiting = await scene.addAll(200, () => overdue);
    const fresh = await scene.addAll(5, () => ({ dueUs: scene.time.us, workspaceId, url }));
    const { firing, settle } = worker();
    await eventually(async () => {
      await firing.runOnce();
      expect(await eventsOf(target)).toHaveLength(205);
    });
    await settle(205);
    const ids = (await eventsOf(target)).map(({ id }) => id);
    expect(ids.slice(0, 5).toSorted()).toEqual(fresh.toSorted());
    expect(ids.slice(5).toSorted()).toEqual(waiting.toSorted());
  });
});

describe('a worker that stops', () => {
  test('releases alarms that a hanging broker has not confirmed, for another worker to publish', async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const { port } = hanging.address() as AddressInfo;
    await api('PATCH', `/brokers/${broker.id}`, { url: `redis://127.0.0.1:${port}` });
    const { id } = await alarm();
    const { firing, settled } = worker();
    wait(10);
    await firing.runOnce();
    await eventually(() => expect(sockets.size).toBeGreaterThan(0));
    await firing.stop(0);
    expect(settled).toEqual([]);
    expect(await scene.row(id)).toMatchObject({ status: 'scheduled', lease_us: null });
    hanging.close();
    for (const socket of sockets) socket.destroy();
  });
});

describe('an alarm that could not be published', () => {
  const unpublished = async (change = {}) => {
    const to = `text-${newId()}`;
    await redis.set(to, 'no stream');
    const result = await alarm({ target: to, retry: [], payload: { order: 7 }, ...change });
    const { firing, settle } = worker();
    wait(10);
    await firing.runOnce();
    await settle(1);
    return { ...result, to, firing, settle };
  };

  test('is reported to the dead-letter target of its broker, by an alarm of its own', async () => {
    const { id, to, firing, settle } = await unpublished();
    expect(await read(id)).toMatchObject({ status: 'dead', end_reason: 'exhausted' });
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'rejected', address: null }]);
    await firing.runOnce();
    await settle(2);
    const [event, ...more] = await eventsOf(`${target}-dead`);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'timer.dlq', source: SOURCE, subject: id });
    expect(event?.data).toMatchObject({ reason: 'exhausted', alarm: { id, target: to, payload: { order: 7 } } });
    const letter = await read(event?.id as string);
    expect(letter).toMatchObject({ status: 'delivered', dead_letter_of: id, target: `${target}-dead` });
    expect(letter).toMatchObject({ retry: BROKER_RETRY, max_attempts: 51 });
  });

  test('is not reported when the broker has no such target', async () => {
    await api('PATCH', `/brokers/${broker.id}`, { dead_letter_target: null });
    const { id } = await unpublished();
    expect(await scene.query('select id from alarms')).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'dead' });
  });

  test('causes no further dead letter when its own can’t be published either', async () => {
    await redis.set(`${target}-dead`, 'no stream');
    const { firing, settle } = await unpublished();
    await scene.query(`update alarms set settings = settings || '{"retry": {"delays_ms": []}}', max_attempts = 1`);
    await firing.runOnce();
    await settle(2);
    expect(await scene.query('select id from alarms')).toEqual([]);
  });

  test('is redriven with all its attempts', async () => {
    const { id, to, firing, settle } = await unpublished();
    await redis.del(to);
    await api('POST', `/alarms/${id}/redrive`, {});
    await eventually(async () => {
      await firing.runOnce();
      expect(await eventsOf(to)).toHaveLength(1);
    });
    await settle(2);
    expect((await eventsOf(to))[0]?.id).toBe(id);
  });
});

describe('an endpoint that publishes to a broker', () => {
  type Made = { endpoint: { id: string; url: string } };
  const subscribe = async (change: object = {}) =>
    (await api<Made>('POST', '/endpoints', { broker: 'orders', event_types: ['ticket.*'], ...change })).body.endpoint;
  const makeTicket = (key: string) => api('POST', '/tickets', { key });

  test('gets the events it subscribes to as CloudEvents, each with an id of its own', async () => {
    const { url } = await subscribe();
    expect(url).toBe(`broker://${broker.id}/${target}`);
    await makeTicket('T-1');
    const { firing, settle } = worker({ signsAsWorker: true });
    await firing.runOnce();
    await settle(1);
    const [event, ...more] = await eventsOf(target);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'ticket.created', source: SOURCE, data: { ticket: { key: 'T-1' } } });
    expect(event?.subject).toBe(event?.data?.subject_id);
  });

  test('gets nothing once it is disabled', async () => {
    const { id } = await subscribe();
    await makeTicket('T-2');
    await api('PATCH', `/endpoints/${id}`, { enabled: false });
    const { firing, settle } = worker({ signsAsWorker: true });
    await firing.runOnce();
    await settle(1);
    expect(await eventsOf(target)).toEqual([]);
  });

  test('moves to another target with its waiting events', async () => {
    const { id } = await subscribe();
    await makeTicket('T-3');
    await api('PATCH', `/endpoints/${id}`, { broker: broker.id, target: `${target}-moved` });
    wait(20);
    const { firing } = worker({ signsAsWorker: true });
    await eventually(async () => {
      await firing.runOnce();
      expect(await eventsOf(`${target}-moved`)).toHaveLength(1);
    });
  });

  test('moves to another target of its broker when only the target is given', async () => {
    const { id } = await subscribe();
    const moved = await api<Made>('PATCH', `/endpoints/${id}`, { target: 'elsewhere' });
    expect([moved.status, moved.body.endpoint.url]).toEqual([200, `broker://${broker.id}/elsewhere`]);
    await api('PATCH', `/endpoints/${id}`, { url: 'https://a.example' });
    expect((await api('PATCH', `/endpoints/${id}`, { target: 'elsewhere' })).status).toBe(400);
  });

  test('is tested by an event of type ping', async () => {
    const { id } = await subscribe();
    const { body } = await api<{ test: object }>('POST', `/endpoints/${id}/test`);
    expect(body.test).toMatchObject({ delivered: true, outcome: 'delivered', status_code: null });
    expect(await eventsOf(target)).toMatchObject([{ type: 'ping', subject: id }]);
  });

  test.each([
    ['with an unknown broker', { broker: 'nowhere' }, '/broker'],
    ['with a URL as well', { url: 'https://a.example' }, '/broker'],
    ['with neither a URL nor a broker', { broker: undefined }, '/url'],
    ['with a target and no broker', { broker: undefined, url: 'https://a.example', target: 'x' }, '/target'],
    ['with a URL whose target has a space', { broker: undefined, url: `broker://${newId()}/two words` }, '/url'],
    [
      'with a URL whose target is too long',
      { broker: undefined, url: `broker://${newId()}/${'x'.repeat(201)}` },
      '/url',
    ],
    [
      'with a URL that names a target, and another',
      { broker: undefined, url: `broker://${newId()}/x`, target: 'y' },
      '/target',
    ],
    ['with the URL of an unknown broker', { broker: undefined, url: `broker://${newId()}/x` }, '/url'],
  ])('is rejected %s', async (_name, change, pointer) => {
    const body = { broker: 'orders', event_types: ['ticket.*'], ...change };
    const response = await api<{ errors: { pointer: string }[] }>('POST', '/endpoints', body);
    expect([response.status, response.body.errors.map((error) => error.pointer)]).toEqual([400, [pointer]]);
  });
});

describe('a request for an alarm is rejected', () => {
  const rejection = async (change: object) => {
    const body = { delay: '10s', output_mode: 'event', ...change };
    const response = await api<{ errors: { pointer: string }[] }>('POST', '/alarms', body);
    return [response.status, response.body.errors.map(({ pointer }) => pointer)];
  };

  test.each([
    ['with an unknown broker', { broker: 'nowhere' }, '/broker'],
    ['with an id that is not one of its brokers', { broker_id: newId() }, '/broker_id'],
    ['with a target and no broker', { target: 'here' }, '/target'],
    ['with a name and an id', { broker: 'orders', broker_id: newId() }, '/broker_id'],
    ['with a broker for a webhook', { broker: 'orders', output_mode: 'webhook', url: 'https://a.example' }, '/broker'],
    ['with a target of two words', { broker: 'orders', target: 'two words' }, '/target'],
    ['with a URL in addition to the broker', { broker: 'orders', url: 'https://a.example' }, '/url'],
  ])('%s', async (_name, change, pointer) => {
    expect(await rejection(change)).toEqual([400, [pointer]]);
  });

  test('for a broker of another workspace, by name and by id', async () => {
    const others = await apiFor(scene.world, await scene.world.member());
    const { id } = await connect({ name: 'theirs', output_target: 'x' }, others);
    expect(await rejection({ broker: 'theirs' })).toEqual([400, ['/broker']]);
    expect(await rejection({ broker_id: id })).toEqual([400, ['/broker_id']]);
  });

  test('without a target, when the broker has none', async () => {
    await api('PATCH', `/brokers/${broker.id}`, { output_target: null });
    expect(await rejection({ broker: 'orders' })).toEqual([400, ['/target']]);
  });

  test('in a batch, independently of the others', async () => {
    const alarms = [
      { delay: '10s', output_mode: 'event', broker: broker.id },
      { delay: '10s', output_mode: 'event', broker: 'nowhere' },
    ];
    const { body } = await api<{ results: object[] }>('POST', '/alarms/batch', { alarms });
    expect(body.results).toMatchObject([{ created: true }, { error: { errors: [{ pointer: '/alarms/1/broker' }] } }]);
  });
});
