import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { rescheduleCaps } from '#/lib/tracking/deadlines/reschedule-caps.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { editTimerInput, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { testWorld, type World } from '#/test/world.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';

const CAP_MS = 2 * HOUR_MS;

let world: World;
let system: Omit<Ctx, 'actor'>;
let maya: Ctx;
let timer: Timer;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  system = { db: world.db, clock: world.clock, requestId: null };
});
beforeEach(async () => {
  await world.database.pool.query('delete from wakeups; delete from timers');
  maya = await world.member({ capSeconds: CAP_MS / SECOND_MS });
  timer = (await startTimer(maya, startTimerInput.parse({ title: 'Forgotten' }))).timer;
});

const target = () => ({ id: timer.id, ifMatch: null });
const fire = () => fireWakeups(system, HANDLERS);
const afterStart = (ms: number) => new Date(timer.startedAt.getTime() + ms);

/** By plain SQL: the stored row, regardless of how readers interpret it. */
async function stored() {
  const { rows } = await world.database.pool.query(
    `select t.status, t.end_reason, t.needs_review, t.ended_at, t.version, max(s.ended_at) as span_ended_at
     from timers t join timer_spans s on s.timer_id = t.id where t.id = $1 group by t.id`,
    [timer.id],
  );
  return rows[0];
}
async function events() {
  const { rows } = await world.database.pool.query(
    'select type, actor, created_at, request_id from events where subject_id = $1 order by id',
    [timer.id],
  );
  return rows;
}
async function dueAt(): Promise<Date | null> {
  const { rows } = await world.database.pool.query('select due_at from wakeups where subject_id = $1', [timer.id]);
  return rows[0]?.due_at ?? null;
}

describe('the engine completes a timer', () => {
  test('not a millisecond before its cap', async () => {
    world.clock.set(afterStart(CAP_MS - 1));
    expect(await fire()).toEqual(afterStart(CAP_MS));
    expect(await stored()).toMatchObject({ status: 'running', version: 1 });
  });

  test.each([
    ['in time', 0],
    ['delivered hours late', 9 * HOUR_MS + 17],
  ])('at exactly its cap, when it runs %s', async (_when, late) => {
    world.clock.set(afterStart(CAP_MS + late));
    expect(await fire()).toBeNull();
    expect(await stored()).toEqual({
      status: 'completed',
      end_reason: 'capped',
      needs_review: true,
      ended_at: afterStart(CAP_MS),
      span_ended_at: afterStart(CAP_MS),
      version: 2,
    });
    expect((await events())[1]).toEqual({
      type: 'timer.completed',
      actor: { kind: 'worker', id: 'engine' },
      created_at: afterStart(CAP_MS + late),
      request_id: null,
    });
  });

  test('once, when twenty workers run at the same time', async () => {
    world.clock.set(afterStart(CAP_MS + 1));
    await Promise.all(Array.from({ length: 20 }, fire));
    expect(await stored()).toMatchObject({ status: 'completed', version: 2 });
    expect((await events()).map(({ type }) => type)).toEqual(['timer.started', 'timer.completed']);
    expect(await dueAt()).toBeNull();
  });

  test('once, when its owner stops it at the same time', async () => {
    world.clock.set(afterStart(CAP_MS));
    const [stopped] = await Promise.all([stopTimer(maya, target()), ...Array.from({ length: 5 }, fire)]);
    expect(stopped).toMatchObject({ changed: false, timer: { status: 'completed', endReason: 'capped' } });
    expect((await events()).map(({ type }) => type)).toEqual(['timer.started', 'timer.completed']);
  });

  test('among others that are due, each at its own cap and for its own member', async () => {
    const leo = await world.member({ capSeconds: 600 });
    const theirs = (await startTimer(leo, startTimerInput.parse({}))).timer;
    world.clock.set(afterStart(CAP_MS));
    await fire();
    const { rows } = await world.database.pool.query(
      `select user_id, workspace_id, data->'timer'->>'ended_at' as ended_at
       from events where type = 'timer.completed' and subject_id = any($1) order by ended_at`,
      [[timer.id, theirs.id]],
    );
    expect(rows).toEqual(
      [
        { ...leo.actor, at: afterStart(600_000) },
        { ...maya.actor, at: afterStart(CAP_MS) },
      ].map(({ userId, workspaceId, at }) => ({
        user_id: userId,
        workspace_id: workspaceId,
        ended_at: at.toISOString(),
      })),
    );
  });
});

describe('the wake-up is', () => {
  test('present from the start, at the cap', async () => {
    expect(await dueAt()).toEqual(afterStart(CAP_MS));
  });

  test('removed by a pause, and scheduled again for the rest by a resume', async () => {
    world.clock.set(afterStart(HOUR_MS));
    await pauseTimer(maya, target());
    expect(await dueAt()).toBeNull();
    world.clock.set(afterStart(30 * HOUR_MS));
    await fire();
    await resumeTimer(maya, target(), { on_conflict: 'reject' });
    expect(await dueAt()).toEqual(afterStart(31 * HOUR_MS));
    world.clock.set(afterStart(40 * HOUR_MS));
    await fire();
    expect(await stored()).toMatchObject({ status: 'completed', ended_at: afterStart(31 * HOUR_MS) });
    expect((await getTimer(maya, timer.id)).timer.spans).toHaveLength(2);
  });

  test.each([
    ['a stop', stopTimer],
    ['a discard', discardTimer],
  ])('removed by %s', async (_what, verb) => {
    await verb(maya, target());
    expect(await dueAt()).toBeNull();
  });

  test('removed by a switch, which schedules one for the next timer', async () => {
    const next = await startTimer(maya, startTimerInput.parse({ on_conflict: 'switch' }));
    expect(await dueAt()).toBeNull();
    timer = next.timer;
    expect(await dueAt()).toEqual(afterStart(CAP_MS));
  });

  test('left alone by an edit', async () => {
    world.clock.advance(5_000);
    await editTimer(maya, target(), editTimerInput.parse({ title: 'Words' }));
    expect(await dueAt()).toEqual(afterStart(CAP_MS));
  });

  test('rescheduled when it fires too early', async () => {
    await world.database.pool.query('update wakeups set due_at = $2 where subject_id = $1', [timer.id, afterStart(0)]);
    expect(await fire()).toEqual(afterStart(CAP_MS));
    expect(await stored()).toMatchObject({ status: 'running', version: 1 });
  });

  test('harmless when it fires for a paused timer or a deleted one', async () => {
    await pauseTimer(maya, target());
    const gone = '0190f5fe-7c00-7a00-8000-000000000001';
    const insert = `insert into wakeups (kind, subject_id, due_at) values ('timer_cap', $1, $2)`;
    for (const id of [timer.id, gone]) await world.database.pool.query(insert, [id, afterStart(0)]);
    expect(await fire()).toBeNull();
    expect(await stored()).toMatchObject({ status: 'paused', version: 2 });
  });
});

describe('stopping after the cap has passed', () => {
  test('returns the capped timer, unchanged, before a worker has run', async () => {
    world.clock.set(afterStart(CAP_MS + HOUR_MS));
    const { changed, timer: stopped } = await stopTimer(maya, target());
    expect(changed).toBe(false);
    expect(stopped).toMatchObject({ status: 'completed', endReason: 'capped', needsReview: true, version: 2 });
    expect(stopped.endedAt).toEqual(afterStart(CAP_MS));
    expect(await stored()).toMatchObject({ status: 'completed', ended_at: afterStart(CAP_MS), version: 2 });
    await fire();
    expect((await events()).map(({ type }) => type)).toEqual(['timer.started', 'timer.completed']);
  });
});

describe('the sweep', () => {
  test('finds nothing to do when all is well', async () => {
    expect(await rescheduleCaps(system)).toBe(0);
  });

  test('restores a running timer’s lost wake-up, and only a running one’s', async () => {
    const paused = await world.member();
    const other = (await startTimer(paused, startTimerInput.parse({}))).timer;
    await pauseTimer(paused, { id: other.id, ifMatch: null });
    await world.database.pool.query('delete from wakeups');
    expect(await rescheduleCaps(system)).toBe(1);
    expect(await dueAt()).toEqual(afterStart(CAP_MS));
    expect(await rescheduleCaps(system)).toBe(0);
  });

  test('even when its cap has long passed, and the engine then completes it at the cap', async () => {
    await world.database.pool.query('delete from wakeups');
    world.clock.set(afterStart(50 * HOUR_MS));
    await rescheduleCaps(system);
    await fire();
    expect(await stored()).toMatchObject({ status: 'completed', ended_at: afterStart(CAP_MS) });
  });
});
