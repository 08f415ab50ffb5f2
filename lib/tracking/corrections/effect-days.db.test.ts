import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { previewCorrection } from '#/lib/tracking/corrections/preview-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { testWorld, type World } from '#/test/world.ts';

type Ends = [from: string, to: string];
/** A day with its minutes before and after. */
type Day = [date: string, before: number, after: number];

let world: World;
let lead: Ctx;
beforeAll(async () => {
  world = await testWorld();
  world.clock.set(new Date('2026-11-30T12:00:00Z'));
  lead = await world.member();
});

test.each<[what: string, zone: string, was: Ends, is: Ends, days: Day[]]>([
  [
    'a night of nine hours is cut',
    'Europe/Berlin',
    ['2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z'],
    ['2026-10-24T20:00:00Z', '2026-10-25T03:00:00Z'],
    [['2026-10-25', 420, 300]],
  ],
  [
    'a night of seven hours begins later',
    'Europe/Berlin',
    ['2026-03-28T21:00:00Z', '2026-03-29T04:00:00Z'],
    ['2026-03-29T01:00:00Z', '2026-03-29T04:00:00Z'],
    [
      ['2026-03-28', 120, 0],
      ['2026-03-29', 300, 180],
    ],
  ],
  [
    'clocks go forward within what is left',
    'America/New_York',
    ['2026-03-08T04:00:00Z', '2026-03-08T09:00:00Z'],
    ['2026-03-08T04:00:00Z', '2026-03-08T07:30:00Z'],
    [['2026-03-08', 240, 150]],
  ],
  [
    'the hour that comes twice is added',
    'America/New_York',
    ['2026-11-01T03:00:00Z', '2026-11-01T05:00:00Z'],
    ['2026-11-01T03:00:00Z', '2026-11-01T07:00:00Z'],
    [['2026-11-01', 60, 180]],
  ],
  [
    'clocks go back by half an hour',
    'Australia/Lord_Howe',
    ['2026-04-04T12:00:00Z', '2026-04-04T16:30:00Z'],
    ['2026-04-04T12:00:00Z', '2026-04-04T15:15:00Z'],
    [['2026-04-05', 210, 135]],
  ],
  [
    'clocks go forward by half an hour',
    'Australia/Lord_Howe',
    ['2026-10-03T13:00:00Z', '2026-10-03T17:00:00Z'],
    ['2026-10-03T14:00:00Z', '2026-10-03T17:00:00Z'],
    [
      ['2026-10-03', 30, 0],
      ['2026-10-04', 210, 180],
    ],
  ],
  [
    'midnight lies at a quarter past',
    'Asia/Kathmandu',
    ['2026-03-10T17:15:00Z', '2026-03-10T19:15:00Z'],
    ['2026-03-10T17:15:00Z', '2026-03-10T18:30:00Z'],
    [['2026-03-11', 60, 15]],
  ],
])('%s (%s)', async (_what, timeZone, was, is, days) => {
  const owner = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member', timeZone });
  await checkEffect(owner, was, is, days);
});

test('a member who has moved to another zone has days of that zone, and no instant changes', async () => {
  const owner = await world.member({
    workspaceId: lead.actor.workspaceId,
    role: 'member',
    timeZone: 'Europe/Berlin',
  });
  const move = () =>
    world.db.user.update({ where: { id: owner.actor.userId }, data: { timeZone: 'America/New_York' } });
  const was: Ends = ['2026-03-10T22:00:00Z', '2026-03-11T05:00:00Z'];
  await checkEffect(owner, was, ['2026-03-10T22:00:00Z', '2026-03-11T04:30:00Z'], [['2026-03-11', 60, 30]], move);
});

/** The correction matches its preview; the total changes by as much as the days; reverting it restores everything. */
async function checkEffect(owner: Ctx, was: Ends, is: Ends, days: Day[], between?: () => Promise<unknown>) {
  const spanOf = ([from, to]: Ends) => ({ started_at: from, ended_at: to });
  const added = addTimerInput.parse({ title: 'Night shift', spans: [spanOf(was)] });
  const { timer } = await addTimer(owner, added);
  await between?.();
  const timers = [{ timer_id: timer.id, version: timer.version, spans: [spanOf(is)] }];
  const edit = createCorrectionInput.parse({ timers, reason: 'Agreed with the owner.' });

  const { effect: preview } = await previewCorrection(lead, edit);
  const { effect, correction } = await createCorrection(lead, edit);
  expect(effect.days).toEqual(
    days.map(([date, before, after]) => ({
      userId: owner.actor.userId,
      date,
      beforeMs: before * MINUTE_MS,
      afterMs: after * MINUTE_MS,
    })),
  );
  expect(preview.days).toEqual(effect.days);
  const lengthOf = ([from, to]: Ends) => Date.parse(to) - Date.parse(from);
  const change = effect.days.reduce((sum, { beforeMs, afterMs }) => sum + afterMs - beforeMs, 0);
  expect(change).toBe(lengthOf(is) - lengthOf(was));

  await revertCorrection(lead, correction.id, 'It was right before.');
  const [span] = (await findTimer(world.db, timer.workspaceId, timer.id))?.spans ?? [];
  expect([span?.startedAt, span?.endedAt]).toEqual(was.map((instant) => new Date(instant)));
}
