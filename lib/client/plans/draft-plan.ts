import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { capitalized, phaseLabel } from '#/lib/client/plans/format-phase.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { DraftPlan } from '#/lib/client/timers/timer-draft.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

export type IntervalLengths = { rounds: number; work_minutes: number; rest_minutes: number };

/** A pomodoro with the person's settings. */
export function pomodoroOf(settings: MeJson['user']['pomodoro']): DraftPlan {
  const { work_minutes, short_break_minutes, long_break_minutes, rounds } = settings;
  const next =
    rounds > 1
      ? { kind: 'short_break' as const, planned_ms: short_break_minutes * MINUTE_MS }
      : { kind: 'long_break' as const, planned_ms: long_break_minutes * MINUTE_MS };
  return {
    body: { type: 'pomodoro' },
    phase: { kind: 'work', round: 1, rounds, planned_ms: work_minutes * MINUTE_MS, next },
  };
}

export function countdownOf(ms: number): DraftPlan {
  const body = { type: 'countdown' as const, plan: { type: 'countdown' as const, duration_ms: ms } };
  return { body, phase: { kind: 'work', round: 1, rounds: 1, planned_ms: ms, next: null } };
}

/** One round has no rest after it. */
export function intervalOf(lengths: IntervalLengths): DraftPlan {
  const { rounds, work_minutes, rest_minutes } = lengths;
  const next = rounds > 1 ? { kind: 'rest' as const, planned_ms: rest_minutes * MINUTE_MS } : null;
  const phase = { kind: 'work' as const, round: 1, rounds, planned_ms: work_minutes * MINUTE_MS, next };
  return { body: { type: 'interval', plan: { type: 'interval', ...lengths } }, phase };
}

/** "Countdown, 25 min", "Interval, 8 × 10 min, 2 min rest". */
export function formatDraftPlan(plan: DraftPlan): string {
  return `${capitalized(plan.body.type)}, ${formatPlanDurations(plan)}`;
}

/** The same without its type. */
export function formatPlanDurations({ body, phase }: DraftPlan): string {
  const work = formatDuration(phase.planned_ms);
  if (body.type === 'countdown') return work;
  const rest = phase.next && `, ${formatDuration(phase.next.planned_ms)} ${phaseLabel(phase.next.kind)}`;
  return `${phase.rounds} × ${work}${rest ?? ''}`;
}
