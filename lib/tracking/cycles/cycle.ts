import type { CycleEnd, CycleKind } from '#/lib/tracking/cycles/cycle-schemas.ts';
import { type AtDeadline, atDeadlineOf, type Phase } from '#/lib/tracking/cycles/plan.ts';
import type { Plan } from '#/lib/tracking/cycles/plan-schemas.ts';

/** One executed phase: planned against actual. Lengths in milliseconds. */
export type Cycle = {
  id: string;
  /** Shared by all cycles of one run of a plan, including after a switch that kept it: the id of its first timer. */
  runId: string;
  /** In order of execution, from 0. */
  position: number;
  kind: CycleKind;
  round: number;
  plannedMs: number;
  extendedMs: number;
  /** How much of the phase had passed in the previous timer, when a switch moved it here. */
  carriedMs: number;
  pausedMs: number;
  startedAt: Date;
  /** When the engine is to advance it; null while frozen; in the past when the phase is held. */
  dueAt: Date | null;
  frozenAt: Date | null;
  endedAt: Date | null;
  endedHow: CycleEnd | null;
  actualMs: number | null;
  /** From the plan, so that SQL can use it as well. */
  atDeadline: AtDeadline;
};

type Stretch = { startedAt: Date; endedAt: Date | null };

/**
 * A phase that begins. Its id follows from the run and the position: any process that advances the phase makes the same
 * cycle.
 */
export function beginCycle(plan: Plan, phase: Phase, run: { id: string; position: number }, at: Date): Cycle {
  return {
    ...phase,
    id: derivedId(run.id, run.position),
    runId: run.id,
    position: run.position,
    extendedMs: 0,
    carriedMs: 0,
    pausedMs: 0,
    startedAt: at,
    dueAt: new Date(at.getTime() + phase.plannedMs),
    frozenAt: null,
    endedAt: null,
    endedHow: null,
    actualMs: null,
    atDeadline: atDeadlineOf(plan, phase),
  };
}

export function openCycle(timer: { cycles: readonly Cycle[] }): Cycle | null {
  return timer.cycles.find((cycle) => cycle.endedAt === null) ?? null;
}

/** When the phase ends by plan, extensions and pauses: the deadline, even when it has passed. */
export function deadlineOf(cycle: Cycle): Date {
  return new Date(cycle.startedAt.getTime() + cycle.plannedMs + cycle.extendedMs + cycle.pausedMs - cycle.carriedMs);
}

/** Whether its deadline has passed by `now`; a frozen phase has none. */
export function isOver(cycle: Cycle, now: Date): boolean {
  return deadlineOf(cycle) <= (cycle.frozenAt ?? now);
}

/** Milliseconds until the deadline; 0 past it. */
export function remainingMs(cycle: Cycle, now: Date): number {
  return Math.max(0, deadlineOf(cycle).getTime() - (cycle.frozenAt ?? now).getTime());
}

export function freeze(cycle: Cycle, at: Date): Cycle {
  return { ...cycle, frozenAt: at, dueAt: null };
}

/** Continues a frozen phase with its remaining time. A pause in overtime moves no deadline. */
export function thaw(cycle: Cycle, at: Date): Cycle {
  if (!cycle.frozenAt) return cycle;
  if (isOver(cycle, at)) return { ...cycle, frozenAt: null };
  const pausedMs = cycle.pausedMs + at.getTime() - cycle.frozenAt.getTime();
  const thawed = { ...cycle, frozenAt: null, pausedMs };
  return { ...thawed, dueAt: deadlineOf(thawed) };
}

/** Sets a later deadline; one that has passed is set again from now. */
export function extend(cycle: Cycle, byMs: number, now: Date): Cycle {
  const at = cycle.frozenAt ?? now;
  const passedMs = Math.max(0, at.getTime() - deadlineOf(cycle).getTime());
  const extended = { ...cycle, extendedMs: cycle.extendedMs + passedMs + byMs };
  return { ...extended, dueAt: cycle.frozenAt ? null : deadlineOf(extended) };
}

/** Past its deadline, and not advanced. */
export function holdPhase(cycle: Cycle): Cycle {
  return { ...cycle, dueAt: null };
}

export function endCycle(cycle: Cycle, how: CycleEnd, until: Date, spans: readonly Stretch[]): Cycle {
  const at = until < cycle.startedAt ? cycle.startedAt : until;
  return { ...cycle, dueAt: null, frozenAt: null, endedAt: at, endedHow: how, actualMs: actualMs(cycle, at, spans) };
}

/** An ended phase as it was just before its end: `frozenAt` for paused work; for a break it follows from its length. */
export function reopenCycle(cycle: Cycle, frozenAt: Date | null): Cycle {
  const open = { ...cycle, frozenAt: cycle.kind === 'work' ? frozenAt : breakFrozenAt(cycle), dueAt: null };
  const reopened = { ...open, endedAt: null, endedHow: null, actualMs: null };
  return reopened.frozenAt || (cycle.endedAt && isOver(reopened, cycle.endedAt))
    ? reopened
    : { ...reopened, dueAt: deadlineOf(reopened) };
}

/** When an ended break was frozen, from the missing part of its length. Null when it ran until its end. */
function breakFrozenAt({ startedAt, endedAt, pausedMs, actualMs }: Cycle): Date | null {
  if (!endedAt || actualMs === null) return null;
  const frozenMs = endedAt.getTime() - startedAt.getTime() - pausedMs - actualMs;
  return frozenMs > 0 ? new Date(endedAt.getTime() - frozenMs) : null;
}

/** The rest of a phase, which may have ended at this instant, for the timer that a switch continues with. */
export function carry(cycle: Cycle, at: Date): Cycle {
  const passedMs = (cycle.frozenAt ?? at).getTime() - cycle.startedAt.getTime() - cycle.pausedMs + cycle.carriedMs;
  const position = cycle.position + 1;
  const id = derivedId(cycle.runId, position);
  const frozenAt = cycle.frozenAt && at;
  const open = { ...cycle, frozenAt, dueAt: null, endedAt: null, endedHow: null, actualMs: null };
  const carried = { ...open, id, position, startedAt: at, carriedMs: passedMs, pausedMs: 0 };
  return frozenAt || isOver(carried, at) ? carried : { ...carried, dueAt: deadlineOf(carried) };
}

/** Id of the span that opens with a cycle. */
export function spanIdOf({ runId, position }: Cycle): string {
  return derivedId(runId, SPANS + position);
}

/** Work counts its spans; a break lasts from start to end, without pauses. */
function actualMs(cycle: Cycle, at: Date, spans: readonly Stretch[]): number {
  const [from, to] = [cycle.startedAt.getTime(), at.getTime()];
  if (cycle.kind !== 'work') {
    const frozenMs = cycle.frozenAt ? Math.max(0, to - cycle.frozenAt.getTime()) : 0;
    return Math.max(0, to - from - cycle.pausedMs - frozenMs);
  }
  return spans.reduce((sum, span) => {
    const start = Math.max(from, span.startedAt.getTime());
    const end = Math.min(to, span.endedAt?.getTime() ?? to);
    return sum + Math.max(0, end - start);
  }, 0);
}

const SPANS = 0x8000;

/** The run's id with its last 16 bits changed by a number from 1 on: as unlikely to collide as any id. */
function derivedId(runId: string, number: number): string {
  const last = Number.parseInt(runId.slice(-4), 16) ^ ((number + 1) & 0xffff);
  return runId.slice(0, -4) + last.toString(16).padStart(4, '0');
}
