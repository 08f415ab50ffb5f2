import {
  beginCycle,
  type Cycle,
  carry,
  deadlineOf,
  endCycle,
  extend,
  freeze,
  holdPhase,
  isOver,
  openCycle,
  spanIdOf,
  thaw,
} from '#/lib/tracking/cycles/cycle.ts';
import type { CycleEnd } from '#/lib/tracking/cycles/cycle-schemas.ts';
import { nextPhase, type Phase } from '#/lib/tracking/cycles/plan.ts';
import type { Plan } from '#/lib/tracking/cycles/plan-schemas.ts';
import { closeOpenSpan, trimSpans } from '#/lib/tracking/spans/span.ts';
import type { Span, TimerState } from '#/lib/tracking/timers/timer.ts';

// How pauses, skips and deadlines change a timer with a plan. Until such a timer ends it has one open cycle: it is
// running with work that is not frozen, or paused with frozen work or with a break.

/** A step of a plan that a person takes. */
export type PhaseStep =
  | { kind: 'skip'; at: 'now' | 'deadline' }
  | { kind: 'extend'; byMs: number }
  | { kind: 'restart' };

type Change = Partial<TimerState>;
type Ongoing = { plan: Plan; cycle: Cycle };

/** The plan in progress and its open cycle, or null. */
export function ongoing(timer: TimerState): Ongoing | null {
  const cycle = openCycle(timer);
  return timer.plan && cycle ? { plan: timer.plan, cycle } : null;
}

/** Whether a break of this paused timer is running, so that it can be frozen. */
export function isOnBreak(timer: TimerState): boolean {
  return Boolean(openCycle(timer)?.dueAt);
}

/** What a resume does to a paused timer: it opens a span, continues a frozen break, or does nothing. */
export function onResume(timer: TimerState): 'work' | 'break' | 'nothing' {
  const cycle = openCycle(timer);
  if (!cycle || cycle.kind === 'work') return 'work';
  if (cycle.frozenAt) return 'break';
  return cycle.dueAt ? 'nothing' : 'work';
}

/** Whether skipping the phase begins work, as the end of a break does. */
export function beginsWork(timer: TimerState): boolean {
  const plan = ongoing(timer);
  return plan !== null && nextPhase(plan.plan, plan.cycle)?.kind === 'work';
}

/** The cycles after the open one, if any, has ended with its timer. */
export function endedCycles({ cycles, spans }: TimerState, how: CycleEnd, at: Date): Cycle[] {
  return cycles.map((cycle) => (cycle.endedAt ? cycle : endCycle(cycle, how, at, closeOpenSpan(spans, at))));
}

/** The open cycle, if any, as it continues in another timer from now on. */
export function carriedCycles(timer: TimerState, at: Date): Cycle[] {
  const cycle = openCycle(timer);
  return cycle ? [carry(cycle, at)] : [];
}

/** The plan and the phase of a timer that was switched away from, as they continue in the next; null without a plan. */
export function carriedPlan(ended: TimerState): { plan: Plan; cycles: Cycle[] } | null {
  const last = ended.cycles.at(-1);
  if (!ended.plan || last?.endedHow !== 'switched' || !last.endedAt) return null;
  return { plan: ended.plan, cycles: [carry(last, last.endedAt)] };
}

/** The cycles of a timer whose status was changed by a correction: an open one that no longer fits it is ended. */
export function fittingCycles(timer: TimerState, at: Date): Cycle[] {
  const cycle = openCycle(timer);
  const isWorking = cycle?.kind === 'work' && !cycle.frozenAt;
  return isWorking === (timer.status === 'running') ? timer.cycles : endedCycles(timer, 'stopped', at);
}

export function frozenCycles({ cycles }: TimerState, at: Date): Cycle[] {
  return cycles.map((cycle) => (cycle.endedAt ? cycle : freeze(cycle, at)));
}

export function thawedCycles({ cycles }: TimerState, at: Date): Cycle[] {
  return cycles.map((cycle) => (cycle.endedAt ? cycle : thaw(cycle, at)));
}

/** The timer after a step; null when no plan is in progress. */
export function afterStep(timer: TimerState, step: PhaseStep, now: Date): Change | null {
  const plan = ongoing(timer);
  if (!plan) return null;
  switch (step.kind) {
    case 'skip':
      return skipped(timer, plan, step.at, now);
    case 'extend':
      return extended(timer, plan, step.byMs, now);
    case 'restart':
      return restarted(timer, plan, now);
  }
}

/**
 * Ends the phase now, or one whose deadline has passed at that deadline, which removes the overtime, and begins the
 * next; after the last the timer is completed. A break that would have ended by `now` waits: nothing shows that work
 * has continued.
 */
export function skipped(timer: TimerState, { plan, cycle }: Ongoing, at: 'now' | 'deadline', now: Date): Change {
  const wasOver = isOver(cycle, now);
  const isTrimmed = at === 'deadline' && wasOver && cycle.kind === 'work';
  const end = isTrimmed ? later(deadlineOf(cycle), cycle.startedAt) : now;
  const spans = isTrimmed ? trimSpans(timer.spans, end) : closeOpenSpan(timer.spans, end);
  const change = advanceTo(timer, { plan, cycle }, { at: end, spans, how: wasOver ? 'finished' : 'skipped' });
  return {
    ...change,
    cycles: change.cycles?.map((one) => (isRestPast(one, now) ? holdPhase(one) : one)) ?? timer.cycles,
  };
}

/** Restarts the same phase; a frozen one stays frozen. Its recorded work stays. */
function restarted(timer: TimerState, { plan, cycle }: Ongoing, now: Date): Change {
  const { kind, round, plannedMs } = cycle;
  const again = begin(plan, cycle, { kind, round, plannedMs }, now);
  const ended = replaced(timer.cycles, endCycle(cycle, 'restarted', now, timer.spans));
  return { cycles: [...ended, cycle.frozenAt ? freeze(again, now) : again] };
}

function extended(timer: TimerState, { cycle }: Ongoing, byMs: number, now: Date): Change {
  return { cycles: replaced(timer.cycles, extend(cycle, byMs, now)) };
}

/** Applies the deadline of the open cycle, at exactly that instant, however late it is read. */
export function applyDeadline(timer: TimerState, { plan, cycle }: Ongoing, due: Date, mayBegin: boolean): Change {
  const holds = cycle.atDeadline === 'hold' || (cycle.atDeadline === 'begin' && !mayBegin);
  if (holds) return { cycles: replaced(timer.cycles, holdPhase(cycle)) };
  const spans = closeOpenSpan(timer.spans, due);
  return advanceTo(timer, { plan, cycle }, { at: due, spans, how: 'finished' });
}

type PhaseChange = { at: Date; spans: Span[]; how: CycleEnd };

function advanceTo(timer: TimerState, { plan, cycle }: Ongoing, { at, spans, how }: PhaseChange): Change {
  const cycles = replaced(timer.cycles, endCycle(cycle, how, at, spans));
  const phase = nextPhase(plan, cycle);
  if (!phase) return { status: 'completed', endReason: 'finished', endedAt: at, spans, cycles };
  const next = begin(plan, cycle, phase, at);
  if (phase.kind !== 'work') return { status: 'paused', spans, cycles: [...cycles, next] };
  const span: Span = { id: spanIdOf(next), startedAt: at, endedAt: null, origin: 'live' };
  return { status: 'running', spans: [...spans, span], cycles: [...cycles, next] };
}

function begin(plan: Plan, { runId, position }: Cycle, phase: Phase, at: Date): Cycle {
  return beginCycle(plan, phase, { id: runId, position: position + 1 }, at);
}

function replaced(cycles: Cycle[], cycle: Cycle): Cycle[] {
  return cycles.map((one) => (one.id === cycle.id ? cycle : one));
}

function isRestPast(cycle: Cycle, now: Date): boolean {
  return cycle.kind !== 'work' && cycle.dueAt !== null && cycle.dueAt <= now && cycle.atDeadline !== 'finish';
}

function later(left: Date, right: Date): Date {
  return left < right ? right : left;
}
