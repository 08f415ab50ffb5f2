import { type Cycle, deadlineOf, isOver, openCycle, remainingMs } from '#/lib/tracking/cycles/cycle.ts';
import type { CycleJson, PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import { nextPhase, roundsOf } from '#/lib/tracking/cycles/plan.ts';
import type { Plan } from '#/lib/tracking/cycles/plan-schemas.ts';

/** The current phase of a plan at `now`; null when no plan is in progress. */
export function phaseJson(timer: { plan: Plan | null; cycles: readonly Cycle[] }, now: Date): PhaseJson | null {
  const cycle = openCycle(timer);
  if (!timer.plan || !cycle) return null;
  const next = nextPhase(timer.plan, cycle);
  return {
    cycle_id: cycle.id,
    kind: cycle.kind,
    round: cycle.round,
    rounds: roundsOf(timer.plan),
    state: stateOf(cycle),
    planned_ms: cycle.plannedMs,
    extended_ms: cycle.extendedMs,
    started_at: cycle.startedAt.toISOString(),
    ends_at: cycle.dueAt?.toISOString() ?? null,
    overdue_since: isOver(cycle, now) ? deadlineOf(cycle).toISOString() : null,
    remaining_ms: remainingMs(cycle, now),
    next: next && { kind: next.kind, planned_ms: next.plannedMs },
  };
}

export function cycleJson(cycle: Cycle): CycleJson {
  return {
    id: cycle.id,
    run_id: cycle.runId,
    kind: cycle.kind,
    round: cycle.round,
    planned_ms: cycle.plannedMs,
    extended_ms: cycle.extendedMs,
    actual_ms: cycle.actualMs,
    started_at: cycle.startedAt.toISOString(),
    ended_at: cycle.endedAt?.toISOString() ?? null,
    ended_how: cycle.endedHow,
  };
}

function stateOf(cycle: Cycle): PhaseJson['state'] {
  if (cycle.frozenAt) return 'frozen';
  if (cycle.dueAt) return 'running';
  return cycle.kind === 'work' ? 'overtime' : 'waiting';
}
