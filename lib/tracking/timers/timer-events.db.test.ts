import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { MAX_SPANS } from '#/lib/tracking/spans/span.ts';
import { correctTimer } from '#/lib/tracking/timers/correct-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerChangeJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

type Data = TimerChangeJson & { before: Facts | null; after: Facts };
type Facts = { elapsed_ms: number; spans?: { id: string; ended_at: string | null }[] };

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set('2026-03-10T09:00:00.123Z');
  maya = await world.member();
});

const target = ({ id }: Timer) => ({ id, ifMatch: null });
const pause = async (timer: Timer) => (await pauseTimer(maya, target(timer), {})).timer;
const resume = async (timer: Timer) => (await resumeTimer(maya, target(timer), { on_conflict: 'reject' })).timer;

/** A running timer that has been paused and resumed until it has this many one-minute spans. */
async function timerOf(count: number): Promise<Timer> {
  const { timer } = await startTimer(maya, startTimerInput.parse({ title: 'Work' }));
  await world.database.pool.query(
    `insert into timer_spans (id, timer_id, user_id, workspace_id, started_at, ended_at, origin)
     select gen_random_uuid(), $1, $2, $3, $4::timestamptz - interval '1 day' + n * interval '2 minutes',
            $4::timestamptz - interval '1 day' + n * interval '2 minutes' + interval '1 minute', 'live'
     from generate_series(1, $5::int) as n`,
    [timer.id, maya.actor.userId, maya.actor.workspaceId, timer.startedAt, count - 1],
  );
  world.clock.advance(MINUTE_MS);
  return (await findTimer(world.db, maya.actor.workspaceId, timer.id)) as Timer;
}

async function lastEvent(type: string): Promise<{ data: Data; bytes: number }> {
  const { rows } = await world.database.pool.query(
    `select data, octet_length(data::text) as bytes from events where user_id = $1 and type = $2
     order by id desc limit 1`,
    [maya.actor.userId, type],
  );
  return rows[0];
}

test('the event of a timer with many spans has the changed span and its totals, and is as small as that of a new timer', async () => {
  const fresh = await timerOf(1);
  await pause(fresh);
  const { bytes: few } = await lastEvent('timer.paused');
  await stopTimer(maya, target(fresh));
  const timer = await timerOf(150);
  const last = timer.spans.at(-1);
  await pause(timer);
  const { data, bytes } = await lastEvent('timer.paused');
  expect(data).toMatchObject({
    timer: { id: timer.id, status: 'paused', elapsed_ms: 150 * MINUTE_MS, span_count: 150, version: 2 },
    since_version: 1,
    spans: [{ id: last?.id, ended_at: (await world.clock.now()).toISOString() }],
    removed_spans: [],
  });
  expect(data.spans).toHaveLength(1);
  expect(data.timer).not.toHaveProperty('spans');
  expect(bytes - few).toBeLessThan(50);
});

test('the event of a new timer has the whole timer', async () => {
  const { timer } = await startTimer(maya, startTimerInput.parse({ title: 'Work' }));
  const { data } = await lastEvent('timer.started');
  expect(data).toMatchObject({ since_version: null, spans: [{ id: timer.spans[0]?.id, ended_at: null }] });
});

test('the event of a corrected timer has only the spans that were moved, added and removed, before and after', async () => {
  const timer = (await stopTimer(maya, target(await timerOf(5)))).timer;
  const [first, second, third, ...rest] = timer.spans.map(({ startedAt, endedAt }) => ({
    started_at: startedAt,
    ended_at: endedAt,
  }));
  if (!first || !second || !third) throw new Error('five were made');
  const shorter = { ...second, ended_at: new Date(second.started_at.getTime() + 30_000) };
  await correctTimer(maya, target(timer), { spans: [first, shorter, ...rest] });
  const { data } = await lastEvent('timer.corrected');
  const [, secondId, thirdId] = timer.spans.map(({ id }) => id);
  expect(data.spans).toMatchObject([{ ended_at: shorter.ended_at.toISOString(), origin: 'corrected' }]);
  expect([...data.spans.map(({ id }) => id), ...data.removed_spans].sort()).toEqual([secondId, thirdId].sort());
  expect(data.before?.spans?.map(({ id }) => id)).toEqual([secondId, thirdId]);
  expect(data.after.spans).toEqual(data.spans);
  expect([data.before?.elapsed_ms, data.after.elapsed_ms]).toEqual([5 * MINUTE_MS, 3.5 * MINUTE_MS]);
});

test('a timer with the maximum number of spans can’t be resumed, but can be stopped', async () => {
  const full = await pause(await timerOf(MAX_SPANS));
  const rejected = () => resume(full).catch((error: unknown) => error);
  expect(await expectUnchanged(world, rejected)).toMatchObject({ code: 'too_many_spans', status: 409 });
  expect((await stopTimer(maya, target(full))).timer.status).toBe('stopped');
});

test('a timer with almost as many spans is resumed', async () => {
  const paused = await pause(await timerOf(MAX_SPANS - 1));
  expect((await resume(paused)).spans).toHaveLength(MAX_SPANS);
});
