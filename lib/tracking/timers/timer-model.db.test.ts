import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { completeTimer } from '#/lib/tracking/deadlines/complete-timer.ts';
import { CAP_WAKEUP } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { type OnConflict, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// A second, naive model of timers, in milliseconds and written without the product's code. Random sequences of commands
// run on it and on the real verbs with the real database; then every status, span and elapsed time has to agree to the
// millisecond.

const CAP_MS = 3_600_000;

type ModelSpan = { from: number; to: number | null };
type ModelTimer = { id: string; status: string; reason: string | null; endedAt: number | null; spans: ModelSpan[] };

class Model {
  readonly timers: ModelTimer[] = [];
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  running(): ModelTimer | undefined {
    return this.timers.find((timer) => timer.status === 'running');
  }

  worked(timer: ModelTimer): number {
    return timer.spans.reduce((sum, span) => sum + ((span.to ?? this.now) - span.from), 0);
  }

  advance(ms: number): void {
    this.now += ms;
    const running = this.running();
    const over = running ? this.worked(running) - CAP_MS : -1;
    if (running && over >= 0) this.end(running, 'completed', 'capped', this.now - over);
  }

  end(timer: ModelTimer, status: string, reason: string, at: number): void {
    this.closeSpan(timer, at);
    Object.assign(timer, { status, reason, endedAt: at });
  }

  closeSpan(timer: ModelTimer, at: number): void {
    const open = timer.spans.find((span) => span.to === null);
    if (open) open.to = at;
  }

  /** Applies `on_conflict`; returns whether the start or resume may proceed. */
  makeRoom(onConflict: OnConflict): boolean {
    const running = this.running();
    if (!running) return true;
    if (onConflict === 'reject') return false;
    if (onConflict === 'switch') this.end(running, 'stopped', 'switched', this.now);
    else this.pause(running);
    return true;
  }

  pause(timer: ModelTimer): void {
    this.closeSpan(timer, this.now);
    timer.status = 'paused';
  }
}

type Real = { ctx: Ctx; world: World };
type Step = fc.AsyncCommand<Model, Real>;

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return { check: () => true, run, toString: () => name };
}

const onConflicts = fc.constantFrom<OnConflict[]>('reject', 'switch', 'pause');
const which = fc.nat({ max: 5 });

const start = onConflicts.map((onConflict) =>
  command(`start(${onConflict})`, async (model, { ctx }) => {
    const allowed = model.makeRoom(onConflict);
    const work = startTimer(ctx, startTimerInput.parse({ on_conflict: onConflict }));
    expect(await codeOf(work)).toBe(allowed ? null : 'timer_already_running');
    if (!allowed) return;
    const { timer } = await work;
    model.timers.push({
      id: timer.id,
      status: 'running',
      reason: null,
      endedAt: null,
      spans: [{ from: model.now, to: null }],
    });
  }),
);

function onTimer(name: string, act: (model: Model, timer: ModelTimer, real: Real) => Promise<void>) {
  return which.map((index) =>
    command(`${name}(${index})`, async (model, real) => {
      const timer = model.timers.at(-1 - (index % Math.max(1, model.timers.length)));
      if (timer) await act(model, timer, real);
    }),
  );
}

const target = (timer: ModelTimer) => ({ id: timer.id, ifMatch: null });
const isOpen = (timer: ModelTimer) => timer.status === 'running' || timer.status === 'paused';

const pause = onTimer('pause', async (model, timer, { ctx }) => {
  expect(await codeOf(pauseTimer(ctx, target(timer)))).toBe(isOpen(timer) ? null : 'timer_ended');
  if (timer.status === 'running') model.pause(timer);
});

const stop = onTimer('stop', async (model, timer, { ctx }) => {
  const { changed } = await stopTimer(ctx, target(timer));
  expect(changed).toBe(isOpen(timer));
  if (changed) model.end(timer, 'stopped', 'stopped', model.now);
});

const discard = onTimer('discard', async (model, timer, { ctx }) => {
  const { changed } = await discardTimer(ctx, target(timer));
  expect(changed).toBe(timer.status !== 'discarded');
  if (changed) model.end(timer, 'discarded', 'discarded', timer.endedAt ?? model.now);
});

const resume = fc.tuple(which, onConflicts).map(([index, onConflict]) =>
  command(`resume(${index}, ${onConflict})`, async (model, { ctx }) => {
    const timer = model.timers.at(-1 - (index % Math.max(1, model.timers.length)));
    if (!timer) return;
    const rejected = timer.status === 'paused' && model.running() && onConflict === 'reject';
    const expected = rejected ? 'timer_already_running' : isOpen(timer) ? null : 'timer_ended';
    expect(await codeOf(resumeTimer(ctx, target(timer), { on_conflict: onConflict }))).toBe(expected);
    if (expected || timer.status !== 'paused') return;
    model.makeRoom(onConflict);
    timer.spans.push({ from: model.now, to: null });
    timer.status = 'running';
  }),
);

const advance = fc
  .oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 1_500_000 }), fc.constant(CAP_MS))
  .map((ms) =>
    command(`advance(${ms})`, async (model, { world }) => {
      model.advance(ms);
      world.clock.advance(ms);
    }),
  );

const engine = fc.constant(
  command('engine', async (_model, { ctx }) => {
    await fireWakeups(ctx, { [CAP_WAKEUP]: completeTimer });
  }),
);

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

test('random sequences of commands leave the database and the model in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([start, pause, stop, discard, resume, advance, engine], { maxCommands: 40, size: 'max' }),
      async (commands) => {
        const ctx = await world.member({ capSeconds: CAP_MS / 1000 });
        const model = new Model((await world.clock.now()).getTime());
        await fc.asyncModelRun(() => ({ model, real: { ctx, world } }), commands);
        await fireWakeups(ctx, { [CAP_WAKEUP]: completeTimer });
        expect(await stateInDatabase(ctx, model.now)).toEqual(stateOf(model));
      },
    ),
    { numRuns: scaled(15, 60) },
  );
}, 120_000);

function stateOf(model: Model) {
  return model.timers.map(({ spans, ...timer }) => ({
    ...timer,
    spans: spans.map(({ from, to }) => [from, to]),
    worked: spans.reduce((sum, { from, to }) => sum + ((to ?? model.now) - from), 0),
  }));
}

/** Read by plain SQL, with elapsed time summed by Postgres: no product code checks itself. */
async function stateInDatabase(ctx: Ctx, now: number) {
  const { rows } = await world.database.pool.query(
    `select t.id, t.status, t.end_reason as reason, t.ended_at as "endedAt",
            json_agg(json_build_array(extract(epoch from s.started_at) * 1000, extract(epoch from s.ended_at) * 1000)
                     order by s.started_at, s.ended_at nulls last, s.id) as spans,
            sum(extract(epoch from coalesce(s.ended_at, $2) - s.started_at) * 1000)::float8 as worked
     from timers t join timer_spans s on s.timer_id = t.id
     where t.user_id = $1 group by t.id order by t.id`,
    [ctx.actor.userId, new Date(now)],
  );
  return rows.map((row) => ({ ...row, endedAt: row.endedAt?.getTime() ?? null }));
}
