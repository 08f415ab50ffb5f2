import type { PomodoroSettings } from '#/lib/accounts/pomodoro/pomodoro-settings.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { CycleKind } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { Plan } from '#/lib/tracking/cycles/plan-schemas.ts';

/** One step of a plan. `round` counts from 1; a break belongs to the work before it. */
export type Phase = { kind: CycleKind; round: number; plannedMs: number };

/**
 * What happens at the deadline of a phase when no one acts: the plan is `finish`ed, a break begins (`rest`), work
 * begins (`begin`), or nothing does (`holdPhase`): work continues as overtime, or a break waits for its person.
 */
export type AtDeadline = 'finish' | 'rest' | 'begin' | 'hold';

export function firstPhase(plan: Plan): Phase {
  return work(plan, 1);
}

/** The phase after this one, or null after the last: a pomodoro ends with its long break, the others with work. */
export function nextPhase(plan: Plan, { kind, round }: Pick<Phase, 'kind' | 'round'>): Phase | null {
  if (kind !== 'work') return round < roundsOf(plan) ? work(plan, round + 1) : null;
  switch (plan.type) {
    case 'countdown':
      return null;
    case 'pomodoro': {
      const isLast = round >= plan.rounds;
      const minutes = isLast ? plan.long_break_minutes : plan.short_break_minutes;
      return { kind: isLast ? 'long_break' : 'short_break', round, plannedMs: minutes * MINUTE_MS };
    }
    case 'interval':
      return round < plan.rounds ? { kind: 'rest', round, plannedMs: plan.rest_minutes * MINUTE_MS } : null;
  }
}

export function atDeadlineOf(plan: Plan, phase: Pick<Phase, 'kind' | 'round'>): AtDeadline {
  const isLast = nextPhase(plan, phase) === null;
  if (phase.kind === 'work') {
    if (plan.at_work_end !== 'stop') return 'hold';
    return isLast ? 'finish' : 'rest';
  }
  if (isLast) return 'finish';
  return plan.type !== 'countdown' && plan.at_break_end === 'start' ? 'begin' : 'hold';
}

/** How many phases of work a plan has. */
export function roundsOf(plan: Plan): number {
  return plan.type === 'countdown' ? 1 : plan.rounds;
}

function work(plan: Plan, round: number): Phase {
  const plannedMs = plan.type === 'countdown' ? plan.duration_ms : plan.work_minutes * MINUTE_MS;
  return { kind: 'work', round, plannedMs };
}

/** The plan of a pomodoro start that names none. */
export function pomodoroPlan(settings: PomodoroSettings): Plan {
  return {
    type: 'pomodoro',
    work_minutes: settings.workMinutes,
    short_break_minutes: settings.shortBreakMinutes,
    long_break_minutes: settings.longBreakMinutes,
    rounds: settings.rounds,
    at_work_end: settings.atWorkEnd,
    at_break_end: settings.atBreakEnd,
    strict: settings.strict,
  };
}
