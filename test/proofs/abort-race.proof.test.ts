import { beforeAll, expect, test } from 'vitest';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { createAlarms } from '#/lib/alarms/registration/create-alarms.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { IS_FULL, report } from '#/test/proofs/figures.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { PATIENT, receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { atInstant, PATIENCE_MS, until } from '#/test/proofs/until.ts';

/** Aborts at the instant of firing. A call of the verb takes two cores about 6 ms, so 10,000 take minutes. */
const RACES = IS_FULL ? 10_000 : 1_500;
const ROUND = 2_400;
const PER_SECOND = 300;
/**
 * From the creation of a batch to its first alarm: a busy machine must not take longer, or they would be in the past.
 */
const LEAD_US = 10 * SECOND_US;
/** Aborts in flight at once: as many as get a response within milliseconds. */
const RACERS = 6;
const RACE_US = 5 * MS_US;
/**
 * The engine claims an alarm ten milliseconds before it is due and waits, and a call takes a while until its statement
 * runs. One of four aborts is called at due ±5 ms; the others early enough to hit the engine's own statements.
 */
const SOONER_US = [0, 10 * MS_US, 15 * MS_US, 22 * MS_US];

type Due = { id: string; dueUs: Micros };
type Outcomes = { willNotFire: Set<string>; firesAnyway: Set<string> };

let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  [scene, receiver] = [await setScene(), await receiverOfFile()];
});

/** Members of one workspace: one person's requests run one after the other. */
async function racers(): Promise<Ctx[]> {
  const { workspaceId, world } = scene;
  const members = Array.from({ length: RACERS }, () => world.member({ workspaceId }));
  return (await Promise.all(members)).map((ctx) => ({ ...ctx, clock: databaseClock }));
}

async function createRound(owner: Ctx): Promise<Due[]> {
  const created: Due[] = [];
  while (created.length < ROUND) {
    const soonestUs = scene.instants.toDatabaseUs(performance.now()) + LEAD_US;
    const firstUs = Math.max(soonestUs, (created.at(-1)?.dueUs ?? 0) + SECOND_US / PER_SECOND);
    const due = (index: number) => Math.round(firstUs + (index * SECOND_US) / PER_SECOND);
    const items = Array.from({ length: 400 }, (_, index) => ({ fire_at: due(index), url: receiver.url }));
    for (const one of await createAlarms(owner, items, true)) {
      if (isAppError(one)) throw one;
      created.push(one.alarm);
    }
  }
  return created;
}

async function abort(ctx: Ctx, id: string, outcomes: Outcomes): Promise<void> {
  try {
    const { isChanged } = await abortAlarm(ctx, { id, ifMatch: null });
    expect(isChanged).toBe(true);
    outcomes.willNotFire.add(id);
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(error.status).toBe(409);
    outcomes.firesAnyway.add(id);
  }
}

/** Aborts one after the other, each at its own instant around its firing; a missed one is left to fire. */
async function race(ctx: Ctx, alarms: Due[], outcomes: Outcomes): Promise<void> {
  for (const [index, { id, dueUs }] of alarms.entries()) {
    const sooner = SOONER_US[index % SOONER_US.length] as number;
    const atMs = scene.instants.monotonicMs(dueUs - sooner + (2 * Math.random() - 1) * RACE_US);
    if (performance.now() > atMs) continue;
    await atInstant(atMs);
    await abort(ctx, id, outcomes);
  }
}

test('an alarm aborted as it fires arrives if its abort was rejected, and never if it succeeded', async () => {
  const people = await racers();
  const worker = await scene.worker('racer', PATIENT);
  const outcomes: Outcomes = { willNotFire: new Set(), firesAnyway: new Set() };
  const { willNotFire, firesAnyway } = outcomes;
  let created = 0;
  while (willNotFire.size + firesAnyway.size < RACES) {
    const alarms = await createRound(people[0] as Ctx);
    created += alarms.length;
    await Promise.all(
      people.map((ctx, own) =>
        race(
          ctx,
          alarms.filter((_, index) => index % RACERS === own),
          outcomes,
        ),
      ),
    );
  }
  await until('every alarm has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);
  expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });

  const { ledger } = receiver;
  const aborts = willNotFire.size + firesAnyway.size;
  // How many end in which way depends on the machine.
  report('abort race', {
    aborts,
    aborted: willNotFire.size,
    'rejected, since firing': firesAnyway.size,
    alarms: created,
    arrived: ledger.size,
  });
  expect([...willNotFire].filter((id) => ledger.has(id))).toEqual([]);
  expect(ledger.missing(firesAnyway)).toEqual([]);
  expect(ledger.size).toBe(created - willNotFire.size);
  expect(ledger.repeated()).toEqual([]);
});
