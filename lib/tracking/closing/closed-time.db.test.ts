import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWorkspace } from '#/lib/accounts/workspaces/change-workspace.ts';
import { editWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { previewCorrection } from '#/lib/tracking/corrections/preview-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { mergeTimers } from '#/lib/tracking/spans/merge-timers.ts';
import { splitTimer } from '#/lib/tracking/spans/split-timer.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { correctTimer } from '#/lib/tracking/timers/correct-timer.ts';
import { addTimerInput, correctTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { restoreTimer } from '#/lib/tracking/timers/restore-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

/** Midnight in Berlin, everyone's time zone here: the last closed day ends. */
const MIDNIGHT = Date.parse('2026-03-31T22:00:00.000Z');
const REASON = 'Agreed with payroll before the export.';

let world: World;
let lead: Ctx;
let jonas: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(MIDNIGHT + 12 * HOUR_MS));
  lead = await world.member();
  jonas = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
});

const close = (through: string | null, closingGraceDays = 0) =>
  world.db.workspace.update({
    where: { id: lead.actor.workspaceId },
    data: { closedThrough: through && new Date(through), closingGraceDays },
  });
const at = (hours: number) => new Date(MIDNIGHT + hours * HOUR_MS).toISOString();
const span = (from: number, to: number) => ({ started_at: at(from), ended_at: at(to) });
const added = async (ctx: Ctx, from: number, to: number): Promise<Timer> =>
  (await addTimer(ctx, addTimerInput.parse({ title: 'Lease renewal', spans: [span(from, to)] }))).timer;
const rename = (ctx: Ctx, timer: Timer, title = 'Other') =>
  editTimer(ctx, target(timer), { title, create_ticket: false });
const target = ({ id }: Timer) => ({ id, ifMatch: null });
const stored = async ({ id, workspaceId }: Timer) => (await findTimer(world.db, workspaceId, id)) as Timer;
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
  );

describe('time through a closed day', () => {
  type Setting = { timer: Timer; later: Timer };
  const WAYS: [string, (ctx: Ctx, setting: Setting) => Promise<unknown>][] = [
    ['added to', (ctx) => added(ctx, -10, -9)],
    [
      'corrected',
      (ctx, { timer }) => correctTimer(ctx, target(timer), correctTimerInput.parse({ spans: [span(-5, -4)] })),
    ],
    ['renamed', (ctx, { timer }) => rename(ctx, timer)],
    ['split', (ctx, { timer }) => splitTimer(ctx, target(timer), { at: new Date(at(-4)) })],
    ['merged into another', (ctx, { timer, later }) => mergeTimers(ctx, target(later), { timer_id: timer.id })],
    ['discarded', (ctx, { timer }) => discardTimer(ctx, target(timer))],
    [
      'corrected by a correction of one’s own',
      (ctx, { timer }) => correct(ctx, [{ timer_id: timer.id, version: timer.version, title: 'Other' }]),
    ],
  ];
  test.each(WAYS)('is not %s by its owner, and could be before it was closed', async (_how, change) => {
    const setting = { timer: await added(jonas, -5, -3), later: await added(jonas, 1, 2) };
    await close('2026-03-31');
    expect(await rejection(expectUnchanged(world, () => change(jonas, setting)))).toBe('time_closed');
    await close('2026-03-30');
    expect(await rejection(change(jonas, setting))).toBe('done');
  });

  test('is not restored', async () => {
    const timer = await added(jonas, -5, -3);
    await discardTimer(jonas, target(timer));
    await close('2026-03-31');
    await expect(restoreTimer(jonas, target(timer))).rejects.toMatchObject({
      code: 'time_closed',
      detail: 'Time through 31 March 2026 is closed in this workspace. Ask an admin to correct it.',
    });
  });

  test('is not covered by a backdated start', async () => {
    await close('2026-03-31');
    const start = (hours: number) => startTimer(jonas, startTimerInput.parse({ title: 'Late', started_at: at(hours) }));
    expect(await rejection(start(-1))).toBe('time_closed');
    expect(await rejection(start(1))).toBe('done');
  });

  test('stays open to its owner for the days of grace, counted in their own days', async () => {
    const timer = await added(jonas, -5, -3);
    await close('2026-03-31', 2);
    const renamed = (title: string) => rejection(rename(jonas, timer, title));
    world.clock.set(new Date(MIDNIGHT + 2 * DAY_MS - 1));
    expect(await renamed('Just in time')).toBe('done');
    world.clock.set(new Date(MIDNIGHT + 2 * DAY_MS));
    expect(await renamed('Too late')).toBe('time_closed');
  });

  test('is changed by an admin with a reason, and the effect names its owner', async () => {
    const timer = await added(jonas, -5, -3);
    await close('2026-03-31');
    const edit = { timer_id: timer.id, version: timer.version, spans: [span(-5, -4)] };
    const { effect } = await previewCorrection(lead, createCorrectionInput.parse({ timers: [edit], reason: REASON }));
    expect(effect.closed).toEqual([{ userId: jonas.actor.userId, through: '2026-03-31', week: null }]);
    const { correction } = await correct(lead, [edit]);
    expect(await rejection(revertCorrection(jonas, correction.id, ''))).toBe('time_closed');
    expect((await revertCorrection(lead, correction.id, REASON)).effect.closed).toEqual(effect.closed);
  });

  test('of an admin’s own is changed by them only with a reason', async () => {
    const timer = await added(lead, -5, -3);
    await close('2026-03-31');
    const edit = { timer_id: timer.id, version: timer.version, title: 'Other' };
    expect(await rejection(rename(lead, timer))).toBe('time_closed');
    expect(await rejection(correct(lead, [edit], ''))).toBe('input_invalid');
    expect(await rejection(correct(lead, [edit]))).toBe('done');
  });

  const MONTH = 31 * DAY_MS;
  type Choice = { after: number; change: object };
  const CHOICES: [string, Choice[]][] = [
    ['a later day with grace', [{ after: MONTH, change: { closed_through: '2026-04-30', closing_grace_days: 5 } }]],
    [
      'a later day in the hour in which it was locked here, though not yet in the west',
      [{ after: HOUR_MS, change: { closed_through: '2026-04-01', closing_grace_days: 5 } }],
    ],
    ['more grace', [{ after: DAY_MS, change: { closing_grace_days: 5 } }]],
    [
      'more grace and then a later day, as the settings save one field at a time',
      [
        { after: DAY_MS, change: { closing_grace_days: 5 } },
        { after: DAY_MS, change: { closed_through: '2026-04-01' } },
      ],
    ],
    [
      'a later day and then the one before with grace',
      [
        { after: DAY_MS, change: { closed_through: '2026-04-01' } },
        { after: DAY_MS, change: { closed_through: '2026-03-31', closing_grace_days: 5 } },
      ],
    ],
  ];
  test.each(CHOICES)('stays locked when an admin chooses %s', async (_what, choices) => {
    const march = await added(jonas, -5, -3);
    await close('2026-03-31');
    for (const { after, change } of choices) {
      world.clock.set(new Date(MIDNIGHT + after));
      await transaction(lead, (tx) => changeWorkspace(tx, editWorkspaceInput.parse(change)));
      expect(await rejection(rename(jonas, march))).toBe('time_closed');
    }
  });

  test('after the locked day has the grace of a later day', async () => {
    const april = await added(jonas, 1, 2);
    await close('2026-03-31');
    world.clock.set(new Date(MIDNIGHT + MONTH));
    const change = { closed_through: '2026-04-30', closing_grace_days: 5 };
    await transaction(lead, (tx) => changeWorkspace(tx, editWorkspaceInput.parse(change)));
    expect(await rejection(rename(jonas, april))).toBe('done');
    world.clock.set(new Date(MIDNIGHT + 36 * DAY_MS));
    expect(await rejection(rename(jonas, april, 'Too late'))).toBe('time_closed');
  });

  test('can be opened again', async () => {
    const timer = await added(jonas, -5, -3);
    await close('2026-03-31');
    await close(null);
    expect(await rejection(rename(jonas, timer))).toBe('done');
  });
});

describe('measured time is never rejected', () => {
  test('a timer that ran into the night is stopped after the day was closed, and its closed part stays', async () => {
    world.clock.set(new Date(MIDNIGHT - HOUR_MS));
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'Night shift' }));
    await close('2026-03-31');
    world.clock.set(new Date(MIDNIGHT + HOUR_MS));
    expect((await stopTimer(jonas, target(timer))).timer).toMatchObject({ status: 'stopped', needsReview: false });
  });

  test('a late stop that reaches into closed time counts, and is marked for review', async () => {
    world.clock.set(new Date(MIDNIGHT - 2 * HOUR_MS));
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'Night shift' }));
    await close('2026-03-31');
    world.clock.set(new Date(MIDNIGHT + HOUR_MS));
    const { timer: stopped } = await stopTimer(
      jonas,
      { id: timer.id, ifMatch: [timer.version] },
      { offline_age_ms: 2 * HOUR_MS },
    );
    expect(stopped).toMatchObject({ needsReview: true, endedAt: new Date(MIDNIGHT - HOUR_MS) });
    expect((await stored(timer)).needsReview).toBe(true);
  });
});

describe('a closed day ends when its owner’s day does', () => {
  test.each([
    ['Europe/Berlin', 0, '2026-03-31T22:00:00.000Z'],
    ['America/New_York', 0, '2026-04-01T04:00:00.000Z'],
    ['Asia/Kathmandu', 0, '2026-03-31T18:15:00.000Z'],
    ['Australia/Lord_Howe', 0, '2026-03-31T13:00:00.000Z'],
    ['Europe/Berlin', 4, '2026-04-01T02:00:00.000Z'],
  ])('in %s, whose days begin at %i', async (timeZone, dayStartHour, to) => {
    const someone = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member', timeZone });
    await world.db.user.update({ where: { id: someone.actor.userId }, data: { dayStartHour } });
    const timer = await added(someone, -5, -3);
    await close('2026-03-31');
    const changes = [{ before: timer, after: null }];
    const found = (at: number) => listClosedTimes(world.db, someone.actor, changes, new Date(at));
    expect(await found(Date.parse(to))).toEqual([{ from: null, to: new Date(to), through: '2026-03-31', week: null }]);
    expect(await found(Date.parse(to) - MINUTE_MS)).toEqual([]);
  });
});

function correct(ctx: Ctx, timers: object[], reason = REASON) {
  return createCorrection(ctx, createCorrectionInput.parse({ timers, reason }));
}
