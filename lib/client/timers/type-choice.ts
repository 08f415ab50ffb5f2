import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { countdownOf, formatDraftPlan, intervalOf, pomodoroOf } from '#/lib/client/plans/draft-plan.ts';
import { type PlanPolicies, withPolicies } from '#/lib/client/plans/plan-policies.ts';
import type { DraftPlan } from '#/lib/client/timers/timer-draft.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type TimerType = TimerJson['type'];
/** Choices in addition to the text: the type of the next timer, its durations, and what happens at its deadlines. */
export type TypeChoice = {
  /** Null until one is chosen: then the text may name it. */
  type: TimerType | null;
  plan: DraftPlan | null;
  policies: PlanPolicies | null;
};

type Known = { pomodoro: MeJson['user']['pomodoro']; recent: Pick<TimerJson, 'plan'>[] };

const COUNTDOWN_MINUTES = [10, 20, 30, 45, 60];
const USUAL_COUNTDOWN_MS = 20 * MINUTE_MS;
const USUAL_INTERVAL = intervalOf({ work_minutes: 10, rest_minutes: 2, rounds: 6 });

/** The durations to choose from, including the last used. `recent` has the latest timer first. */
export function planChoices(type: TimerType, { pomodoro, recent }: Known): DraftPlan[] {
  const last = lastPlan(type, recent);
  if (type === 'pomodoro') return [pomodoroOf(pomodoro)];
  if (type === 'interval') return unique([last ?? USUAL_INTERVAL, USUAL_INTERVAL]);
  if (type === 'manual') return [];
  const usual = COUNTDOWN_MINUTES.map((minutes) => countdownOf(minutes * MINUTE_MS));
  return unique(last ? [last, ...usual] : usual)
    .slice(0, COUNTDOWN_MINUTES.length)
    .sort((left, right) => left.phase.planned_ms - right.phase.planned_ms);
}

/** The durations without a choice: those used last. Null for a type without any. */
export function usualPlan(type: TimerType, known: Known): DraftPlan | null {
  if (type === 'countdown') return lastPlan(type, known.recent) ?? countdownOf(USUAL_COUNTDOWN_MS);
  return planChoices(type, known)[0] ?? null;
}

/** The plan of a start. Typed text has its own durations. */
export function chosenPlan(choice: TypeChoice, typed: DraftPlan | null, known: Known): DraftPlan | null {
  const plan = typed ?? choice.plan ?? (choice.type && usualPlan(choice.type, known));
  return plan && choice.policies ? withPolicies(plan, choice.policies, known.pomodoro) : plan;
}

function lastPlan(type: TimerType, recent: Known['recent']): DraftPlan | null {
  const plan = recent.find((timer) => timer.plan?.type === type)?.plan;
  if (plan?.type === 'countdown') return countdownOf(plan.duration_ms);
  if (plan?.type !== 'interval') return null;
  const { rounds, work_minutes, rest_minutes } = plan;
  return intervalOf({ rounds, work_minutes, rest_minutes });
}

function unique(plans: DraftPlan[]): DraftPlan[] {
  return [...new Map(plans.map((plan) => [formatDraftPlan(plan), plan])).values()];
}
