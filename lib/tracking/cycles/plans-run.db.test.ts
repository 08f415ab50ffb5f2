import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { extendPhase } from '#/lib/tracking/cycles/extend-phase.ts';
import type { PlanBody } from '#/lib/tracking/cycles/plan-schemas.ts';
import { restartPhase } from '#/lib/tracking/cycles/restart-phase.ts';
import { skipPhase } from '#/lib/tracking/cycles/skip-phase.ts';
import { sweepTimers } from '#/lib/tracking/deadlines/sweep-timers.ts';
import { splitTimer } from '#/lib/tracking/spans/split-timer.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersQuery, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';
import { testWorld, type World } from '#/test/world.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';

const START = '2026-03-10T09:00:00.123Z';
const ALONE: PlanBody = { type: 'pomodoro', at_break_end: 'start' };

let world: World;
let system: Omit<Ctx, 'actor'>;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  system = { db: world.db, clock: world.clock, requestId: null };
  world.database.onClose(() => stopSending(world.db));
});
beforeEach(async () => {
  await world.database.pool.query('delete from wakeups; delete from timers');
  world.clock.set(START);
  maya = await world.member();
});

const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS);
const on = ({ id }: Timer) => ({ id, ifMatch: null });
const now = () => world.clock.now();

async function start(plan: PlanBody, ctx = maya): Promise<Timer> {
  const input = startTimerInput.parse({ type: plan.type, plan });
  return (await startTimer(ctx, input)).timer;
}

/** Lets the engine sleep until its next wake-up, again and again, up to an instant. */
async function runEngineUntil(end: Date): Promise<number> {
  let turns = 0;
  for (let next = await fireWakeups(system, HANDLERS); next && next <= end; turns += 1) {
    world.clock.set(next);
    next = await fireWakeups(system, HANDLERS);
  }
  world.clock.set(end);
  return turns;
}

const stored = async ({ id }: Timer) => (await findTimerAnywhere(world.db, id)) as Timer;
async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

/** `work 1 0-25`: the cycles as minutes since the start. */
const drawn = ({ cycles }: Timer) =>
  cycles.map(({ kind, round, startedAt, endedAt, endedHow }) => {
    const minute = (instant: Date | null) => (instant ? (instant.getTime() - Date.parse(START)) / MINUTE_MS : '');
    return `${kind} ${round} ${minute(startedAt)}-${minute(endedAt)} ${endedHow ?? ''}`.trim();
  });
const ROUNDS = [
  'work 1 0-25 finished',
  'short_break 1 25-30 finished',
  'work 2 30-55 finished',
  'short_break 2 55-60 finished',
  'work 3 60-85 finished',
  'short_break 3 85-90 finished',
  'work 4 90-115 finished',
  'long_break 4 115-130 finished',
];

describe('a pomodoro of four rounds without any action', () => {
  test('is driven by the engine alone, each phase at exactly its deadline', async () => {
    const timer = await start(ALONE);
    await runEngineUntil(at(200));
    const done = await stored(timer);
    expect(drawn(done)).toEqual(ROUNDS);
    expect(done).toMatchObject({ status: 'completed', endReason: 'finished', endedAt: at(130), needsReview: false });
    expect(done.spans.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [at(0), at(25)],
      [at(30), at(55)],
      [at(60), at(85)],
      [at(90), at(115)],
    ]);
    const { rows } = await world.database.pool.query('select type from events where subject_id = $1 order by id', [
      timer.id,
    ]);
    const types = rows.map(({ type }) => type);
    expect(types.filter((type) => type === 'timer.phase_started')).toHaveLength(8);
    expect(types.filter((type) => type === 'timer.phase_ended')).toHaveLength(8);
    expect(types.at(-2)).toBe('timer.completed');
  });

  test('has the same result when no engine ran for hours', async () => {
    const timer = await start(ALONE);
    world.clock.set(at(600));
    await Promise.all(Array.from({ length: 10 }, () => fireWakeups(system, HANDLERS)));
    expect(drawn(await stored(timer))).toEqual(ROUNDS);
  });

  test('has the same result when its person acts before the engine is back', async () => {
    const timer = await start(ALONE);
    world.clock.set(at(40));
    const { ended } = await startTimer(maya, startTimerInput.parse({ on_conflict: 'switch' }));
    expect(ended?.id).toBe(timer.id);
    expect(drawn(await stored(timer))).toEqual([...ROUNDS.slice(0, 2), 'work 2 30-40 switched']);
  });

  test('uses the person’s settings when no plan is sent', async () => {
    const pomodoro = { workMinutes: 50, rounds: 2, atWorkEnd: 'ask', atBreakEnd: 'wait' };
    await world.db.pomodoroSettings.create({ data: { userId: maya.actor.userId, ...pomodoro } });
    const { timer } = await startTimer(maya, startTimerInput.parse({ type: 'pomodoro' }));
    expect(timer.plan).toMatchObject({ work_minutes: 50, short_break_minutes: 5, rounds: 2, at_work_end: 'ask' });
  });
});

describe('a break waits', () => {
  const waiting = async (timer: Timer) => {
    await runEngineUntil(at(31));
    const shown = timerJson(await stored(timer), await now());
    expect(shown).toMatchObject({ status: 'paused', phase: { kind: 'short_break', state: 'waiting', ends_at: null } });
    expect(shown.phase?.overdue_since).toEqual(at(30).toISOString());
  };

  test('when the plan says so; a resume begins the next work', async () => {
    const timer = await start({ type: 'pomodoro' });
    await waiting(timer);
    const { timer: back } = await resumeTimer(maya, on(timer), {});
    expect(drawn(back).slice(-2)).toEqual(['short_break 1 25-31 finished', 'work 2 31-']);
  });

  test('while another timer of the person runs', async () => {
    const timer = await start(ALONE);
    await runEngineUntil(at(27));
    await startTimer(maya, startTimerInput.parse({}));
    await waiting(timer);
    expect(await codeOf(skipPhase(maya, on(timer), { at: 'now', on_conflict: 'reject' }))).toBe(
      'timer_already_running',
    );
    await skipPhase(maya, on(timer), { at: 'now', on_conflict: 'pause' });
    expect((await stored(timer)).status).toBe('running');
  });

  test('when time of the person was added after it, before the engine is back', async () => {
    const timer = await start(ALONE);
    world.clock.set(at(29));
    await fireWakeups(system, HANDLERS);
    world.clock.set(at(40));
    await world.database.pool.query(
      'delete from wakeups; update timer_cycles set due_at = null where ended_at is null',
    );
    const spans = [{ started_at: at(32).toISOString(), ended_at: at(35).toISOString() }];
    await addTimer(maya, addTimerInput.parse({ spans }));
    await world.database.pool.query('update timer_cycles set due_at = $1 where ended_at is null', [at(30)]);
    expect(await sweepTimers(system)).toBe(1);
    expect(timerJson(await stored(timer), at(40)).phase?.state).toBe('waiting');
  });

  test('during maintenance, and for a disabled member', async () => {
    const timer = await start(ALONE);
    await runEngineUntil(at(27));
    await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { timersDisabledAt: at(27) } });
    await waiting(timer);
  });
});

describe('actions in a plan', () => {
  test('a pause freezes the rest, a resume sets a new deadline; also for a break', async () => {
    const timer = await start(ALONE);
    world.clock.set(at(10));
    const paused = timerJson((await pauseTimer(maya, on(timer))).timer, at(10));
    expect(paused.phase).toMatchObject({ state: 'frozen', ends_at: null, remaining_ms: 15 * MINUTE_MS });
    world.clock.set(at(20));
    await resumeTimer(maya, on(timer), {});
    await runEngineUntil(at(36));
    expect((await resumeTimer(maya, on(timer), {})).changed).toBe(false);
    await pauseTimer(maya, on(timer));
    await runEngineUntil(at(60));
    await resumeTimer(maya, on(timer), {});
    expect(timerJson(await stored(timer), at(60))).toMatchObject({
      status: 'paused',
      phase: { ends_at: at(64).toISOString() },
    });
    await runEngineUntil(at(65));
    expect(drawn(await stored(timer))).toEqual(['work 1 0-35 finished', 'short_break 1 35-64 finished', 'work 2 64-']);
    const [work, rest] = (await stored(timer)).cycles;
    expect([work?.actualMs, rest?.actualMs]).toEqual([25 * MINUTE_MS, 5 * MINUTE_MS]);
  });

  test('extend moves the deadline, restart begins the phase again', async () => {
    const timer = await start({ type: 'countdown', duration_ms: 20 * MINUTE_MS });
    world.clock.set(at(10));
    await extendPhase(maya, on(timer), {});
    expect(timerJson(await stored(timer), at(10)).phase?.ends_at).toBe(at(25).toISOString());
    await restartPhase(maya, on(timer));
    await runEngineUntil(at(60));
    expect(drawn(await stored(timer))).toEqual(['work 1 0-10 restarted', 'work 1 10-30 finished']);
  });

  test('overtime keeps counting, notifies once, and can be removed', async () => {
    const timer = await start({ type: 'pomodoro', at_work_end: 'ask' });
    await runEngineUntil(at(33));
    expect(timerJson(await stored(timer), at(33))).toMatchObject({
      status: 'running',
      elapsed_ms: 33 * MINUTE_MS,
      phase: { state: 'overtime', overdue_since: at(25).toISOString(), remaining_ms: 0 },
    });
    const { timer: trimmed } = await skipPhase(maya, on(timer), { at: 'deadline' });
    expect(timerJson(trimmed, at(33))).toMatchObject({ elapsed_ms: 25 * MINUTE_MS, phase: { state: 'waiting' } });
    const { rows } = await world.database.pool.query(
      `select data->>'fact' as fact from pgboss.job where name = 'write-notice' and data->'data'->>'timer_id' = $1`,
      [timer.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('a strict plan rejects actions that shorten or lengthen a phase, but never a stop', async () => {
    const timer = await start({ ...ALONE, strict: true });
    const rejected = [
      pauseTimer(maya, on(timer)),
      skipPhase(maya, on(timer), { at: 'now' }),
      extendPhase(maya, on(timer), {}),
      restartPhase(maya, on(timer)),
    ];
    for (const work of rejected) expect(await codeOf(work)).toBe('plan_strict');
    expect((await stopTimer(maya, on(timer))).timer).toMatchObject({
      status: 'stopped',
      cycles: [{ endedHow: 'stopped' }],
    });
  });

  test('a switch that keeps the plan keeps the deadline and the run', async () => {
    const timer = await start(ALONE);
    world.clock.set(at(10));
    const input = startTimerInput.parse({ title: 'Other', on_conflict: 'switch', keep_plan: true });
    const { timer: next, ended } = await startTimer(maya, input);
    expect(ended?.cycles).toMatchObject([{ endedHow: 'switched', actualMs: 10 * MINUTE_MS }]);
    expect(next).toMatchObject({ type: 'pomodoro', cycles: [{ runId: timer.id, dueAt: at(25), startedAt: at(10) }] });
    await runEngineUntil(at(31));
    expect(drawn(await stored(next))).toEqual(['work 1 10-25 finished', 'short_break 1 25-30 finished', 'work 2 30-']);
  });

  test('a split keeps the plan in the part that continues', async () => {
    const timer = await start(ALONE);
    world.clock.set(at(10));
    const { timer: first, second } = await splitTimer(maya, on(timer), { at: at(5) });
    expect(first.cycles).toMatchObject([{ endedHow: 'switched' }]);
    expect(second.cycles).toMatchObject([{ runId: timer.id, dueAt: at(25) }]);
    await runEngineUntil(at(26));
    expect((await stored(second)).status).toBe('paused');
  });
});

test('lists and totals apply a deadline before the engine has run', async () => {
  const timer = await start({ type: 'countdown', duration_ms: 20 * MINUTE_MS });
  world.clock.set(at(50));
  const list = (status: string) => listTimers(maya, listTimersQuery.parse({ status }));
  expect((await list('running')).timers).toEqual([]);
  const { timers, days } = await list('completed');
  expect(timers.map(({ id }) => id)).toEqual([timer.id]);
  expect(days.map(({ elapsedMs }) => elapsedMs)).toEqual([20 * MINUTE_MS]);
  expect(timerJson(timers[0] as Timer, at(50))).toMatchObject({
    end_reason: 'finished',
    ended_at: at(20).toISOString(),
  });
});

describe('a hundred races', () => {
  type Action = (ctx: Ctx, timer: Timer) => Promise<unknown>;
  test.each<[string, Action]>([
    ['a skip', (ctx, timer) => skipPhase(ctx, { id: timer.id, ifMatch: [timer.version] }, { at: 'now' })],
    ['a pause', (ctx, timer) => pauseTimer(ctx, { id: timer.id, ifMatch: [timer.version] })],
    ['other workers', async () => null],
  ])('of deadlines against %s advance each phase once', async (_name, act) => {
    // Ten at a time: more would wait for the machine, not for each other.
    for (let round = 0; round < 10; round += 1) {
      world.clock.set(START);
      const started = await Promise.all(Array.from({ length: 10 }, () => begin()));
      world.clock.set(at(25));
      const workers = Array.from({ length: 2 }, () => fireWakeups(system, HANDLERS));
      const codes = await Promise.all(started.map(({ ctx, timer }) => codeOf(act(ctx, timer))));
      await Promise.all(workers);
      for (const code of codes) expect([null, 'timer_version_mismatch']).toContain(code);
      await Promise.all(started.map(({ timer }) => turnedOnce(timer)));
    }
  });

  async function begin() {
    const ctx = await world.member();
    return { ctx, timer: await start({ type: 'pomodoro' }, ctx) };
  }

  async function turnedOnce(timer: Timer): Promise<void> {
    const { cycles, status } = await stored(timer);
    expect(cycles).toMatchObject([{ endedAt: at(25), actualMs: 25 * MINUTE_MS }, { endedAt: null }]);
    expect(status).toBe('paused');
  }
});

test('a lost wake-up is found by the sweep, which counts it; otherwise the sweep finds nothing', async () => {
  const timer = await start(ALONE);
  expect(await sweepTimers(system)).toBe(0);
  await world.database.pool.query('delete from wakeups where kind = $1', ['timer_phase']);
  expect(await sweepTimers(system)).toBe(1);
  expect(await sweepTimers(system)).toBe(0);
  await world.database.pool.query("delete from wakeups where kind = 'timer_phase'");
  world.clock.set(at(26));
  expect(await sweepTimers(system)).toBe(1);
  expect(drawn(await stored(timer))).toEqual(['work 1 0-25 finished', 'short_break 1 25-']);
});
