import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { createEndpoint } from '#/lib/alarms/endpoints/create-endpoint.ts';
import { createEndpointInput } from '#/lib/alarms/endpoints/endpoint-schemas.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';
import { report, spread } from '#/test/proofs/figures.ts';
import { type Scene, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';

const PEOPLE = 10;
/** Starts and stops of each. */
const TURNS = 50;
const EVENTS = PEOPLE * TURNS * 2;
const SHORT_LEASE = { ALARM_TIMEOUT_SECONDS: '1', ALARM_LEASE_SECONDS: '3', ALARM_RETRY_SCHEDULE: '1s,1s,1s,1s,1s' };

type Arrival = { webhookId: string; type: string; eventId: string; atMs: number };

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});

/** A receiver that writes down each event and when it came. */
async function eventReceiver() {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const atMs = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString());
    arrivals.push({ webhookId: String(request.headers['webhook-id']), type, eventId: data.event_id, atMs });
    response.end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { arrivals, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** Ten people of a new workspace who live by the database's clock, and an endpoint for their timers. */
async function team(url: string): Promise<Ctx[]> {
  const asOfNow = (ctx: Ctx): Ctx => ({ ...ctx, clock: databaseClock });
  const owner = asOfNow(await scene.world.member());
  const { workspaceId } = owner.actor;
  await createEndpoint(owner, createEndpointInput.parse({ url, event_types: ['timer.*'] }));
  const others = Array.from({ length: PEOPLE - 1 }, () => scene.world.member({ workspaceId }));
  return [owner, ...(await Promise.all(others)).map(asOfNow)];
}

/** Everybody starts and stops again and again. Answers when each change was known to be committed. */
async function work(people: readonly Ctx[]): Promise<number[]> {
  const committed: number[] = [];
  await Promise.all(
    people.map(async (ctx) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { timer } = await startTimer(ctx, startTimerInput.parse({ title: `Turn ${turn}` }));
        committed.push(performance.now());
        await stopTimer(ctx, { id: timer.id, ifMatch: null });
        committed.push(performance.now());
      }
    }),
  );
  return committed;
}

async function feedOf(workspaceId: string): Promise<string[]> {
  const { rows } = await scene.world.database.pool.query<{ id: string }>(
    "select id::text from events where workspace_id = $1 and type like 'timer.%' order by events.id",
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

const eventIds = (arrivals: readonly Arrival[]) => [...new Set(arrivals.map(({ eventId }) => eventId))];
const inOrder = (ids: readonly string[]) => [...ids].sort((a, b) => Number(a) - Number(b));

test('1,000 timer events reach a subscribed receiver, each once, and are exactly those of the feed', async () => {
  await scene.worker('endpoints');
  const receiver = await eventReceiver();
  const people = await team(receiver.url);
  await work(people);
  await until('every event has arrived', 30_000, async () => (await scene.pending()) === 0);
  const feed = await feedOf((people[0] as Ctx).actor.workspaceId);
  expect(feed).toHaveLength(EVENTS);
  expect(inOrder(receiver.arrivals.map(({ eventId }) => eventId))).toEqual(feed);
  expect(new Set(receiver.arrivals.map(({ webhookId }) => webhookId))).toHaveLength(EVENTS);
});

test('an event leaves within milliseconds of its commit', async () => {
  await scene.worker('latency');
  const receiver = await eventReceiver();
  const [maya] = (await team(receiver.url)) as [Ctx];
  const waits: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { timer } = await startTimer(maya, startTimerInput.parse({ title: `Turn ${turn}` }));
    waits.push(performance.now());
    await until('the start has arrived', 10_000, () => receiver.arrivals.length === 2 * turn + 1);
    await stopTimer(maya, { id: timer.id, ifMatch: null });
    waits.push(performance.now());
    await until('the stop has arrived', 10_000, () => receiver.arrivals.length === 2 * turn + 2);
  }
  const lateMs = waits.map((committedMs, index) => (receiver.arrivals[index]?.atMs ?? Number.NaN) - committedMs);
  const { p50, p99, max } = spread(lateMs);
  report('events to endpoints', { events: waits.length, 'p50 ms': p50, 'p99 ms': p99, 'max ms': max });
  // Without the hint after the commit it would be half a second.
  expect(p50).toBeLessThan(250);
});

test('a worker killed in the middle loses none of them', async () => {
  const doomed = await scene.worker('doomed', SHORT_LEASE);
  const receiver = await eventReceiver();
  const people = await team(receiver.url);
  const working = work(people);
  await until('a hundred have arrived', 30_000, () => receiver.arrivals.length >= 100);
  await doomed.end('SIGKILL');
  await scene.worker('heir', SHORT_LEASE);
  await working;
  await until('every event has arrived', 60_000, async () => (await scene.pending()) === 0);
  const feed = await feedOf((people[0] as Ctx).actor.workspaceId);
  expect(inOrder(eventIds(receiver.arrivals))).toEqual(feed);
  const repeats = receiver.arrivals.length - EVENTS;
  report('events over a killed worker', { events: EVENTS, repeats });
});
