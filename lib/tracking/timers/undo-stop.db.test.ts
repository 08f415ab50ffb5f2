import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { skipPhase } from '#/lib/tracking/cycles/skip-phase.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { STOP_UNDO_MS } from '#/lib/tracking/timers/before-stop.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { elapsedMs, type Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { undoStop } from '#/lib/tracking/timers/undo-stop.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set('2026-03-10T09:00:00.123Z');
  maya = await world.member();
});

const target = ({ id }: { id: string }) => ({ id, ifMatch: null });
const start = async (body: object = {}) => (await startTimer(maya, startTimerInput.parse(body))).timer;
const stop = async (timer: Timer) => (await stopTimer(maya, target(timer))).timer;
const undo = async (timer: Timer) => (await undoStop(maya, target(timer))).timer;
const stored = (timer: Timer) => findTimer(world.db, maya.actor.workspaceId, timer.id);
const rejected = async (timer: Timer, ctx = maya) =>
  expectUnchanged(world, () =>
    undoStop(ctx, target(timer)).then(
      () => 'done',
      (error: { code: string }) => error.code,
    ),
  );

test('undoing a stop lets the timer run as if it had never been stopped, and stops it at its cap again', async () => {
  const running = await start({ title: 'Work' });
  world.clock.advance(5 * MINUTE_MS);
  const stopped = await stop(running);
  world.clock.advance(8 * SECOND_MS);
  const undone = await undo(stopped);
  expect(undone).toEqual({ ...(await stored(running)), lastSeenAt: undone.lastSeenAt });
  expect(undone).toMatchObject({ status: 'running', endedAt: null, endReason: null, version: stopped.version + 1 });
  expect(undone.spans).toMatchObject([
    { id: running.spans[0]?.id, startedAt: running.startedAt, endedAt: null, origin: 'live' },
  ]);
  expect(elapsedMs(undone, await world.clock.now())).toBe(5 * MINUTE_MS + 8 * SECOND_MS);
  expect(await world.db.wakeup.count({ where: { subjectId: running.id } })).toBeGreaterThan(0);

  world.clock.advance(48 * 60 * MINUTE_MS);
  expect(await stop(running)).toMatchObject({ status: 'completed', endReason: 'capped' });
});

test('undoing the stop of a paused timer leaves it paused, its gap uncounted', async () => {
  const running = await start();
  world.clock.advance(MINUTE_MS);
  const { timer: paused } = await pauseTimer(maya, target(running));
  world.clock.advance(MINUTE_MS);
  const undone = await undo(await stop(paused));
  expect(undone).toMatchObject({ status: 'paused', endedAt: null, spans: [{ endedAt: paused.spans[0]?.endedAt }] });
  expect(elapsedMs(undone, await world.clock.now())).toBe(MINUTE_MS);
});

test('undoing a stop records the states before and after in the feed', async () => {
  const stopped = await stop(await start());
  await undo(stopped);
  const [event] = await world.db.event.findMany({ where: { subjectId: stopped.id, type: 'timer.corrected' } });
  expect(event?.data).toMatchObject({
    reason: 'undone',
    before: { status: 'stopped', spans: [{ ended_at: stopped.endedAt?.toISOString() }] },
    after: { status: 'running', spans: [{ ended_at: null }] },
  });
});

test('undoing the stop of a timer that was not stopped changes nothing', async () => {
  const running = await start();
  expect(await undoStop(maya, target(running))).toMatchObject({ changed: false, timer: { version: running.version } });
});

describe('a plan whose stop is undone', () => {
  const PLAN = { type: 'pomodoro' };

  test('continues in its phase with its earlier deadline', async () => {
    const running = await start(PLAN);
    world.clock.advance(10 * MINUTE_MS);
    const undone = await undo(await stop(running));
    expect(undone.cycles).toEqual(running.cycles);
  });

  test('stays frozen in paused work', async () => {
    const running = await start(PLAN);
    world.clock.advance(10 * MINUTE_MS);
    const { timer: paused } = await pauseTimer(maya, target(running));
    world.clock.advance(MINUTE_MS);
    expect((await undo(await stop(paused))).cycles).toEqual(paused.cycles);
  });

  test('stays frozen in a paused break', async () => {
    const running = await start(PLAN);
    world.clock.advance(10 * MINUTE_MS);
    await skipPhase(maya, target(running), { at: 'now' });
    world.clock.advance(MINUTE_MS);
    const { timer: paused } = await pauseTimer(maya, target(running));
    world.clock.advance(MINUTE_MS);
    expect((await undo(await stop(paused))).cycles).toEqual(paused.cycles);
  });

  test('advances a phase whose deadline has passed since, at that deadline', async () => {
    const running = await start(PLAN);
    world.clock.advance(24 * MINUTE_MS);
    const stopped = await stop(running);
    world.clock.advance(3 * MINUTE_MS);
    const undone = await undo(stopped);
    const deadline = new Date(running.startedAt.getTime() + 25 * MINUTE_MS);
    expect(undone).toMatchObject({ status: 'paused', spans: [{ endedAt: deadline }] });
    expect(undone.cycles).toMatchObject([{ endedAt: deadline, endedHow: 'finished' }, { kind: 'short_break' }]);
  });
});

describe('a stop can’t be undone', () => {
  test('after too long', async () => {
    const stopped = await stop(await start());
    world.clock.advance(STOP_UNDO_MS + 1);
    expect(await rejected(stopped)).toBe('stop_not_undoable');
    world.clock.advance(-1);
    expect(await undo(stopped)).toMatchObject({ status: 'running' });
  });

  test('if no person stopped it: the time was added by hand, or another timer replaced it', async () => {
    const [from, to] = ['2026-03-10T08:00:00Z', '2026-03-10T08:59:00Z'];
    const added = await addTimer(maya, addTimerInput.parse({ spans: [{ started_at: from, ended_at: to }] }));
    expect(await rejected(added.timer)).toBe('stop_not_undoable');
    const first = await start();
    world.clock.advance(MINUTE_MS);
    const { timer: second } = await startTimer(maya, startTimerInput.parse({ on_conflict: 'switch' }));
    await stop(second);
    expect(await rejected(first)).toBe('stop_not_undoable');
  });

  test('while another timer runs, or once its time was recorded for another', async () => {
    const stopped = await stop(await start());
    world.clock.advance(MINUTE_MS);
    const other = await start();
    expect(await rejected(stopped)).toBe('timer_already_running');
    world.clock.advance(MINUTE_MS);
    await stop(other);
    expect(await rejected(stopped)).toBe('time_overlaps');
  });

  test('while timers are disabled, by another person, or for a version they have not seen', async () => {
    const stopped = await stop(await start());
    expect(await rejected(stopped, await world.member())).toBe('timer_not_found');
    await expect(undoStop(maya, { id: stopped.id, ifMatch: [1] })).rejects.toMatchObject({
      code: 'timer_version_mismatch',
    });
    await world.db.workspace.update({
      where: { id: maya.actor.workspaceId },
      data: { timersDisabledAt: await world.clock.now() },
    });
    expect(await rejected(stopped)).toBe('timers_disabled');
  });
});
