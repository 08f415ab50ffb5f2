import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { testWorld, type World } from '#/test/world.ts';

const BEGIN = Date.parse('2026-03-10T08:00:00.000Z');
const [BERLIN, NEW_YORK, KATHMANDU] = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];

let world: World;
let lead: Ctx;
let traveler: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  lead = await world.member();
  traveler = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member', timeZone: BERLIN });
});

const at = (hours: number) => new Date(BEGIN + hours * HOUR_MS);
const be = (hours: number, timeZone: string | undefined) => {
  world.clock.set(at(hours));
  return world.db.user.update({ where: { id: traveler.actor.userId }, data: { timeZone } });
};
const zonesIn = (timer: Timer | null) => timer?.spans.map(({ startedZone, endedZone }) => [startedZone, endedZone]);
const stored = ({ workspaceId, id }: Timer) => findTimer(world.db, workspaceId, id);

/** Begun in Berlin, ended in New York seven hours later. */
async function flight(): Promise<Timer> {
  await be(0, BERLIN);
  const { timer } = await startTimer(traveler, startTimerInput.parse({ title: 'Over the ocean' }));
  await be(7, NEW_YORK);
  return (await stopTimer(traveler, { id: timer.id, ifMatch: [timer.version] })).timer;
}
const corrected = (timer: Timer, ends: [number, number][]) =>
  createCorrection(
    lead,
    createCorrectionInput.parse({
      timers: [
        {
          timer_id: timer.id,
          version: timer.version,
          spans: ends.map(([from, to]) => ({ started_at: at(from).toISOString(), ended_at: at(to).toISOString() })),
        },
      ],
      reason: 'Agreed with the owner.',
    }),
  );

test('each end keeps the zone in which it was set, and the response already shows it', async () => {
  const timer = await flight();
  expect(zonesIn(await stored(timer))).toEqual([[BERLIN, NEW_YORK]]);
  const [span] = timerJson(timer, at(7)).spans;
  expect(span).toMatchObject({ started_zone: BERLIN, ended_zone: NEW_YORK });
});

test('a corrected end gets the current zone, the other one keeps its own', async () => {
  const timer = await flight();
  await be(9, KATHMANDU);
  await corrected(timer, [[0, 6]]);
  expect(zonesIn(await stored(timer))).toEqual([[BERLIN, KATHMANDU]]);
});

test('a span that is cut in two keeps the zones of its outer ends', async () => {
  const timer = await flight();
  await be(9, KATHMANDU);
  await corrected(timer, [
    [0, 3],
    [4, 7],
  ]);
  expect(zonesIn(await stored(timer))).toEqual([
    [BERLIN, KATHMANDU],
    [KATHMANDU, NEW_YORK],
  ]);
});

test('undoing a change restores the zones of the ends', async () => {
  const timer = await flight();
  await be(9, KATHMANDU);
  const { correction } = await corrected(timer, [[1, 6]]);
  await revertCorrection(lead, correction.id, 'It was right before.');
  expect(zonesIn(await stored(timer))).toEqual([[BERLIN, NEW_YORK]]);
});

test('time recorded before zones were stored has unknown zones', async () => {
  const timer = await flight();
  await world.db.span.updateMany({ where: { timerId: timer.id }, data: { startedZone: null, endedZone: null } });
  await be(9, KATHMANDU);
  await corrected(timer, [[0, 6]]);
  expect(zonesIn(await stored(timer))).toEqual([[null, KATHMANDU]]);
});
