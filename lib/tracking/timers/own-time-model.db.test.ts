import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { inKeyedMutex } from '#/lib/context/in-keyed-mutex.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { mergeTimers } from '#/lib/tracking/spans/merge-timers.ts';
import { listOverlaps } from '#/lib/tracking/spans/overlaps-query.ts';
import { splitTimer } from '#/lib/tracking/spans/split-timer.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { correctTimer } from '#/lib/tracking/timers/correct-timer.ts';
import { addTimerInput, correctTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { restoreTimer } from '#/lib/tracking/timers/restore-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { elapsedMs, type Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersQuery, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Random actions of a person on their time, in any order: nothing overlaps, nothing is in the future, and every sum is
// the sum of the spans. The day on which clocks in Berlin go forward is in the middle of it.

const BEGIN = Date.parse('2026-03-29T06:00:00.123Z');
const ZONES = ['Europe/Berlin', 'America/St_Johns', 'UTC'];
/** Errors a verb may throw here; anything else is a bug. */
const REJECTIONS = [
  ...['time_overlaps', 'time_in_future', 'time_too_early', 'cap_reached', 'timer_already_running', 'timer_ended'],
  ...['open_span_mismatch', 'split_outside', 'merge_with_itself'],
];

// Lets races reach the database as from several processes, and one test ignore recorded time.
vi.mock('#/lib/context/in-keyed-mutex.ts', { spy: true });
vi.mock('#/lib/tracking/spans/overlaps-query.ts', { spy: true });

let world: World;
beforeAll(async () => {
  world = await testWorld({ connections: 60 });
});

const minutes = fc.integer({ min: -5, max: 20 * 60 });
const which = fc.nat({ max: 7 });
const step = fc.oneof(
  fc.record({ do: fc.constant('start' as const), from: fc.option(minutes), rule: fc.constantFrom('switch', 'pause') }),
  fc.record({ do: fc.constantFrom('pause', 'resume', 'stop', 'discard', 'restore', 'discard', 'restore'), of: which }),
  fc.record({ do: fc.constant('add' as const), from: minutes, long: fc.integer({ min: 1, max: 90 }) }),
  fc.record({
    do: fc.constant('put' as const),
    of: which,
    cuts: fc.uniqueArray(minutes, { minLength: 2, maxLength: 6 }),
  }),
  fc.record({ do: fc.constant('split' as const), of: which, at: minutes }),
  fc.record({ do: fc.constant('merge' as const), of: which, with: which }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 40 * MINUTE_MS }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('any sequence keeps time disjoint and sums right', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      world.clock.set(new Date(BEGIN));
      const ctx = await world.member();
      const ids: string[] = [];
      for (const one of steps) {
        if (await tried(() => perform(ctx, one, ids))) done.add(one.do);
      }
      await expectSound(ctx, ids);
    }),
    { numRuns: scaled(15, 40) },
  );
  const wanted = ['start', 'pause', 'resume', 'stop', 'discard', 'restore', 'add', 'put', 'split', 'merge'];
  expect(wanted.filter((verb) => !done.has(verb))).toEqual([]);
}, 240_000);

async function perform(ctx: Ctx, one: Step, ids: string[]): Promise<void> {
  const now = (await world.clock.now()).getTime();
  const ago = (min: number) => new Date(now - min * MINUTE_MS).toISOString();
  const id = (index: number) => ids.at(-1 - (index % Math.max(1, ids.length))) ?? '';
  if (one.do === 'wait') return void world.clock.advance((one as { ms: number }).ms);
  if (one.do === 'start') {
    const { from, rule } = one as { from: number | null; rule: string };
    const body = { on_conflict: rule, ...(from !== null && { started_at: ago(from) }) };
    return void ids.push((await startTimer(ctx, startTimerInput.parse(body))).timer.id);
  }
  if (one.do === 'add') {
    const { from, long } = one as { from: number; long: number };
    const spans = [{ started_at: ago(from), ended_at: ago(from - long) }];
    return void ids.push((await addTimer(ctx, addTimerInput.parse({ spans }))).timer.id);
  }
  const of = (one as { of: number }).of;
  if (!ids.length) return;
  const target = { id: id(of), ifMatch: null };
  if (one.do === 'put') return void (await correctTimer(ctx, target, await correction(ctx, target.id, one, ago)));
  if (one.do === 'split') {
    const { second } = await splitTimer(ctx, target, { at: new Date(ago((one as { at: number }).at)) });
    return void ids.push(second.id);
  }
  if (one.do === 'merge') {
    return void (await mergeTimers(ctx, target, { timer_id: id((one as { with: number }).with) }));
  }
  await VERBS[one.do as keyof typeof VERBS](ctx, target);
}

const VERBS = {
  pause: pauseTimer,
  resume: (ctx: Ctx, target: { id: string; ifMatch: null }) => resumeTimer(ctx, target, { on_conflict: 'pause' }),
  stop: stopTimer,
  discard: discardTimer,
  restore: restoreTimer,
};

/** Spans between these instants; the last one is open when the timer is running. */
async function correction(ctx: Ctx, id: string, one: Step, ago: (min: number) => string) {
  const timer = await findTimer(ctx.db, ctx.actor.workspaceId, id);
  const cuts = (one as { cuts: number[] }).cuts.toSorted((left, right) => right - left).map(ago);
  const spans = cuts.flatMap((from, index) =>
    index % 2 === 0 && cuts[index + 1] ? [{ started_at: from, ended_at: cuts[index + 1] as string | null }] : [],
  );
  const last = spans.at(-1);
  if (timer?.status === 'running' && last) last.ended_at = null;
  return correctTimerInput.parse({ spans });
}

/** True when it succeeded; expected errors do not count as failures. */
async function tried(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(REJECTIONS).toContain(error.code);
    return false;
  }
}

async function expectSound(ctx: Ctx, ids: string[]): Promise<void> {
  const now = await world.clock.now();
  const { userId, workspaceId } = ctx.actor;
  const { rows } = await world.database.pool.query(
    `with claimed as (
       select s.id, tstzrange(s.started_at, s.ended_at) as time from timer_spans s join timers t on t.id = s.timer_id
       where s.user_id = $1 and t.status <> 'discarded')
     select (select count(*)::int from claimed a join claimed b on a.id < b.id and a.time && b.time) as overlaps,
            (select count(*)::int from timer_spans where user_id = $1 and (started_at > $2 or ended_at > $2)) as ahead,
            (select count(*)::int from timers t where user_id = $1 and started_at <>
              (select min(started_at) from timer_spans s where s.timer_id = t.id)) as misdated,
            (select coalesce(sum(extract(epoch from coalesce(upper(time), $2) - lower(time)) * 1000), 0)::float8
               from claimed where not isempty(time)) as worked`,
    [userId, now],
  );
  expect(rows[0]).toMatchObject({ overlaps: 0, ahead: 0, misdated: 0 });
  const found = await Promise.all(ids.map((id) => findTimer(ctx.db, workspaceId, id)));
  const counted = found.filter((timer): timer is Timer => timer !== null && timer.status !== 'discarded');
  expect(counted.reduce((sum, timer) => sum + elapsedMs(timer, now), 0)).toBe(rows[0].worked);
  for (const time_zone of ZONES) {
    const { days } = await listTimers(ctx, listTimersQuery.parse({ time_zone, from: '2026-03-27', to: '2026-04-02' }));
    expect(days.reduce((sum, day) => sum + day.elapsedMs, 0)).toBe(rows[0].worked);
  }
}

// ---------------------------------------------------------------- races

const at = (hours: number) => new Date(BEGIN - hours * HOUR_MS).toISOString();
const entry = (from: number, to: number) =>
  addTimerInput.parse({ spans: [{ started_at: at(from), ended_at: at(to) }] });

/** Two concurrent verbs: how many succeeded, and the error codes of the others. */
async function race(...works: Promise<unknown>[]): Promise<{ won: number; codes: string[] }> {
  const results = await Promise.allSettled(works);
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const error of lost) if (!isAppError(error)) throw error;
  return { won: results.length - lost.length, codes: lost.map(({ code }) => code) };
}

/** Many people with two clients each; only the database serializes their requests. */
async function manyTimes(round: (ctx: Ctx) => Promise<void>): Promise<void> {
  world.clock.set(new Date(BEGIN));
  vi.mocked(inKeyedMutex).mockImplementation((_client, _userId, work) => work());
  try {
    for (let count = 0; count < scaled(10, 100); count += 1) await round(await world.member());
  } finally {
    vi.mocked(inKeyedMutex).mockRestore();
  }
}

test('a restore and an addition of the same time race: one wins, the other gets an error', async () => {
  await manyTimes(async (ctx) => {
    const { timer } = await addTimer(ctx, entry(5, 3));
    await discardTimer(ctx, { id: timer.id, ifMatch: null });
    const outcome = await race(restoreTimer(ctx, { id: timer.id, ifMatch: null }), addTimer(ctx, entry(4, 2)));
    expect(outcome).toEqual({ won: 1, codes: ['time_overlaps'] });
  });
}, 120_000);

test('a correction and a backdated start of the same time race: never do both succeed', async () => {
  await manyTimes(async (ctx) => {
    const { timer } = await addTimer(ctx, entry(5, 3));
    const spans = [{ started_at: at(5), ended_at: at(1) }];
    const outcome = await race(
      startTimer(ctx, startTimerInput.parse({ started_at: at(2) })),
      correctTimer(ctx, { id: timer.id, ifMatch: null }, correctTimerInput.parse({ spans })),
    );
    expect(outcome).toEqual({ won: 1, codes: ['time_overlaps'] });
  });
}, 120_000);

test('two corrections of one version race: one fails', async () => {
  await manyTimes(async (ctx) => {
    const { timer } = await addTimer(ctx, entry(5, 3));
    const to = (hours: number) =>
      correctTimer(
        ctx,
        { id: timer.id, ifMatch: [1] },
        correctTimerInput.parse({ spans: [{ started_at: at(5), ended_at: at(hours) }] }),
      );
    expect(await race(to(2), to(1))).toEqual({ won: 1, codes: ['timer_version_mismatch'] });
  });
}, 120_000);

test('the constraint alone rejects overlapping time', async () => {
  world.clock.set(new Date(BEGIN));
  const ctx = await world.member();
  await addTimer(ctx, entry(5, 3));
  vi.mocked(listOverlaps).mockResolvedValue([]);
  try {
    await expect(addTimer(ctx, entry(4, 2))).rejects.toMatchObject({ code: 'time_overlaps', status: 409 });
  } finally {
    vi.mocked(listOverlaps).mockRestore();
  }
});

test('after the clock was set back, nothing begins before recorded time, discarded time included', async () => {
  world.clock.set(new Date(BEGIN));
  const ctx = await world.member();
  const { timer: long } = await addTimer(ctx, entry(5, 0));
  await discardTimer(ctx, { id: long.id, ifMatch: null });
  await addTimer(ctx, entry(3, 2));
  world.clock.set(at(1));
  const { timer } = await startTimer(ctx, startTimerInput.parse({}));
  expect(timer.startedAt).toEqual(new Date(BEGIN));
});
