import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { eventReceiver, eventTeam, startAndStop } from '#/test/proofs/event-team.ts';
import { report } from '#/test/proofs/figures.ts';
import { unexcusedRepeats } from '#/test/proofs/repeats.ts';
import { PATIENT, type Scene, SOON_RECLAIMED, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const PEOPLE = 10;
/** Starts and stops of each. */
const TURNS = 50;
const EVENTS = PEOPLE * TURNS * 2;

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});

const work = (people: readonly Ctx[]) => Promise.all(people.map((ctx) => startAndStop(ctx, TURNS)));

async function feedOf(people: readonly Ctx[]): Promise<string[]> {
  const { rows } = await scene.world.database.pool.query<{ id: string }>(
    "select id::text from events where workspace_id = $1 and type like 'timer.%' order by events.id",
    [people[0]?.actor.workspaceId],
  );
  return rows.map(({ id }) => id);
}

const inOrder = (ids: Iterable<string>) => [...ids].sort((a, b) => Number(a) - Number(b));
const allEnded = () => until('every delivery has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);

test('1,000 timer events reach a subscribed receiver, each once, and are exactly those of the feed', async () => {
  await scene.worker('endpoints', PATIENT);
  const receiver = await eventReceiver();
  const people = await eventTeam(scene.world, { url: receiver.url, people: PEOPLE });
  await work(people);
  await allEnded();
  const feed = await feedOf(people);
  expect(feed).toHaveLength(EVENTS);
  expect(inOrder(receiver.arrivals.map(({ eventId }) => eventId))).toEqual(feed);
  expect(receiver.ledger.size).toBe(EVENTS);
});

test('a worker killed in the middle loses no event, and only its requests in flight are sent again', async () => {
  const doomed = await scene.worker('doomed', SOON_RECLAIMED);
  const receiver = await eventReceiver();
  const people = await eventTeam(scene.world, { url: receiver.url, people: PEOPLE, format: 'cloudevents' });
  const working = work(people);
  await until('a hundred have arrived', PATIENCE_MS, () => receiver.arrivals.length >= 100);
  await doomed.end('SIGKILL');
  await scene.worker('heir', SOON_RECLAIMED);
  await working;
  await allEnded();
  const { arrivals, ledger } = receiver;
  report('events over a killed worker', { events: EVENTS, repeats: arrivals.length - EVENTS });
  expect(inOrder(new Set(arrivals.map(({ eventId }) => eventId)))).toEqual(await feedOf(people));
  expect(ledger.size).toBe(EVENTS);
  expect(ledger.outOfOrder()).toEqual([]);
  const { pool } = scene.world.database;
  expect(await unexcusedRepeats(pool, ledger.repeated(), new Set([doomed.source]))).toEqual([]);
});
