import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginCycle, type Cycle, openCycle } from '#/lib/tracking/cycles/cycle.ts';
import { firstPhase } from '#/lib/tracking/cycles/plan.ts';
import { type Plan, planInput } from '#/lib/tracking/cycles/plan-schemas.ts';
import { nextDue, settleOnce } from '#/lib/tracking/deadlines/due.ts';
import { elapsedMs, isEnded, type TimerAction, type TimerState, transition } from '#/lib/tracking/timers/timer.ts';

// Random plans under random actions, with an engine that runs at random moments. A second, naive model stores the rest
// of the phase as a number that shrinks; deadlines, sums and states have to agree with it to the millisecond.

const START = Date.parse('2026-03-10T09:00:00.123Z');
const ID = '0192f0c0-0000-7000-8000-0000000000ab';
const MINUTE = 60_000;

type Step = { afterMs: number; action: TimerAction | null };

const policies = {
  at_work_end: fc.constantFrom('stop' as const, 'overtime' as const, 'ask' as const),
  at_break_end: fc.constantFrom('start' as const, 'wait' as const),
};
const few = fc.integer({ min: 1, max: 4 });
const plans: fc.Arbitrary<Plan> = fc
  .oneof(
    fc.record({
      type: fc.constant('pomodoro' as const),
      work_minutes: few,
      rounds: few,
      short_break_minutes: few,
      long_break_minutes: few,
      ...policies,
    }),
    fc.record({
      type: fc.constant('interval' as const),
      work_minutes: few,
      rest_minutes: few,
      rounds: few,
      ...policies,
    }),
    fc.record({
      type: fc.constant('countdown' as const),
      duration_ms: fc.integer({ min: 1000, max: 240_000 }),
      at_work_end: policies.at_work_end,
    }),
  )
  .map((body) => planInput.parse(body));
const actions = fc.oneof<fc.Arbitrary<TimerAction | null>[]>(
  fc.constant(null),
  fc.constantFrom<TimerAction[]>(
    { kind: 'pause' },
    { kind: 'resume', spanId: 'resumed' },
    { kind: 'skip', at: 'now' },
    { kind: 'restart' },
  ),
  fc.integer({ min: 1000, max: 300_000 }).map((byMs): TimerAction => ({ kind: 'extend', byMs })),
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ afterMs: fc.integer({ min: 0, max: 200_000 }), action: actions }),
  { maxLength: 25 },
);

function started(plan: Plan, capSeconds = 86_400): TimerState {
  const startedAt = new Date(START);
  return {
    status: 'running',
    startedAt,
    endedAt: null,
    endReason: null,
    reasonBeforeDiscard: null,
    needsReview: false,
    capSeconds,
    version: 1,
    spans: [{ id: 'first', startedAt, endedAt: null, origin: 'live' }],
    plan,
    cycles: [beginCycle(plan, firstPhase(plan), { id: ID, position: 0 }, startedAt)],
  };
}

/**
 * The first step of every verb: applies everything that was due by now, in order. Nothing else prevents work from
 * beginning.
 */
function settleAll(timer: TimerState, now: Date): TimerState {
  for (let settled = timer; ; ) {
    const due = nextDue(settled, now);
    if (!due) return settled;
    settled = settleOnce(settled, due, true);
  }
}

function apply(timer: TimerState, action: TimerAction, now: Date): TimerState {
  const result = transition(timer, action, now);
  return result.kind === 'changed' ? result.timer : timer;
}

/** Runs the steps; `looks` is how often the engine runs before each of them. */
function run(plan: Plan, all: Step[], looks: (index: number) => number): { timer: TimerState; now: Date } {
  let timer = started(plan);
  let at = START;
  all.forEach(({ afterMs, action }, index) => {
    for (let look = 1; look <= looks(index); look += 1) {
      timer = settleAll(timer, new Date(at + Math.floor((afterMs * look) / (looks(index) + 1))));
    }
    at += afterMs;
    if (action) timer = apply(settleAll(timer, new Date(at)), action, new Date(at));
  });
  const now = new Date(at);
  return { timer: settleAll(timer, now), now };
}

const facts = (timer: TimerState) => ({ ...timer, spans: timer.spans.map(({ id: _id, ...span }) => span) });

test('an engine that is late gives the same result as one that is in time', () => {
  fc.assert(
    fc.property(plans, steps, fc.integer({ min: 1, max: 7 }), (plan, all, looks) => {
      const late = run(plan, all, () => 0).timer;
      const inTime = run(plan, all, () => looks).timer;
      expect(facts(inTime)).toEqual(facts(late));
    }),
    { numRuns: 500 },
  );
});

test('cycles follow each other without gap or overlap, and their work equals the time of the spans', () => {
  fc.assert(
    fc.property(plans, steps, (plan, all) => {
      const { timer, now } = run(plan, all, () => 0);
      const cycles = timer.cycles;
      expect(cycles[0]?.startedAt).toEqual(timer.startedAt);
      cycles.slice(1).forEach((cycle, index) => {
        expect(cycle.startedAt).toEqual(cycles[index]?.endedAt);
      });
      expect(cycles.map(({ position }) => position)).toEqual(cycles.map((_, index) => index));
      expect(new Set(cycles.map(({ id }) => id)).size).toBe(cycles.length);
      const ended = apply(timer, { kind: 'stop', reason: 'stopped' }, now);
      const worked = ended.cycles
        .filter(({ kind }) => kind === 'work')
        .reduce((sum, one) => sum + (one.actualMs ?? NaN), 0);
      expect(worked).toBe(elapsedMs(timer, now));
      expect(ended.cycles.every(({ endedAt }) => endedAt)).toBe(true);
      expect(ended.endedAt ?? now).toEqual(ended.cycles.at(-1)?.endedAt);
    }),
    { numRuns: 500 },
  );
});

test('a timer with a plan in progress has one open cycle that fits its status', () => {
  fc.assert(
    fc.property(plans, steps, (plan, all) => {
      const { timer } = run(plan, all, () => 0);
      const open = timer.cycles.filter(({ endedAt }) => !endedAt);
      expect(open).toHaveLength(isEnded(timer) ? 0 : 1);
      const isWorking = open[0]?.kind === 'work' && !open[0].frozenAt;
      expect(isWorking).toBe(timer.status === 'running');
    }),
    { numRuns: 500 },
  );
});

/** The naive model: the rest of the current phase, as a number. */
type Naive = { remaining: number; frozen: boolean; id: string | undefined };

test('the rest of a phase is its length and extensions, minus the time it has run', () => {
  fc.assert(
    fc.property(plans, steps, (plan, all) => {
      let timer = started(plan);
      let at = START;
      let naive: Naive = { remaining: openCycle(timer)?.plannedMs ?? 0, frozen: false, id: openCycle(timer)?.id };
      for (const { afterMs, action } of all) {
        const before = at;
        at += afterMs;
        timer = settleAll(timer, new Date(at));
        naive = passed(naive, timer, before, at);
        const acted = action ? apply(timer, action, new Date(at)) : timer;
        if (action && acted !== timer) naive = after(naive, action, acted, at);
        timer = acted;
        const cycle = openCycle(timer);
        if (cycle?.dueAt) expect(cycle.dueAt.getTime()).toBe(at + naive.remaining);
        if (cycle && !cycle.dueAt && !cycle.frozenAt) expect(naive.remaining).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 500 },
  );
});

function passed(naive: Naive, timer: TimerState, before: number, at: number): Naive {
  const cycle = openCycle(timer);
  if (!cycle) return naive;
  if (cycle.id !== naive.id) return fresh(cycle, at);
  return naive.frozen ? naive : { ...naive, remaining: naive.remaining - (at - before) };
}

function after(naive: Naive, action: TimerAction, timer: TimerState, at: number): Naive {
  const cycle = openCycle(timer);
  if (!cycle) return naive;
  if (cycle.id !== naive.id) return { ...fresh(cycle, at), frozen: action.kind === 'restart' && naive.frozen };
  switch (action.kind) {
    case 'pause':
      return { ...naive, frozen: true };
    case 'resume':
      return { ...naive, frozen: false };
    case 'extend':
      return { ...naive, remaining: Math.max(0, naive.remaining) + action.byMs };
    default:
      return naive;
  }
}

function fresh(cycle: Cycle, at: number): Naive {
  return { remaining: cycle.plannedMs - (at - cycle.startedAt.getTime()), frozen: false, id: cycle.id };
}

test('the cap wins over the plan, at its own instant', () => {
  const plan = planInput.parse({ type: 'countdown', duration_ms: 10 * MINUTE });
  const late = new Date(START + 60 * MINUTE);
  const capped = settleAll(started(plan, 600), late);
  expect(capped).toMatchObject({ status: 'completed', endReason: 'capped', endedAt: new Date(START + 10 * MINUTE) });
  expect(capped.cycles[0]).toMatchObject({ endedHow: 'capped', actualMs: 10 * MINUTE });
  expect(settleAll(started(plan, 601), late)).toMatchObject({ endReason: 'finished', needsReview: false });
});

test('overtime can be removed: the phase ends at its deadline, and a break that has also ended by now waits', () => {
  const plan = planInput.parse({ type: 'pomodoro', at_work_end: 'ask', at_break_end: 'start' });
  const at = (minutes: number) => new Date(START + minutes * MINUTE);
  const over = settleAll(started(plan), at(29));
  expect(elapsedMs(over, at(29))).toBe(29 * MINUTE);
  const trimmed = apply(over, { kind: 'skip', at: 'deadline' }, at(29));
  expect(trimmed.spans).toMatchObject([{ endedAt: at(25), origin: 'back_dated' }]);
  expect(openCycle(trimmed)).toMatchObject({ kind: 'short_break', startedAt: at(25), dueAt: at(30) });
  const later = apply(settleAll(started(plan), at(45)), { kind: 'skip', at: 'deadline' }, at(45));
  expect(openCycle(later)).toMatchObject({ kind: 'short_break', startedAt: at(25), dueAt: null });
  expect(settleAll(later, at(400))).toBe(later);
  const back = apply(later, { kind: 'resume', spanId: 'back' }, at(50));
  expect(back).toMatchObject({ status: 'running', spans: [{}, { startedAt: at(50), endedAt: null }] });
});
