import { describe, expect, it } from 'vitest';
import { countdownOf, formatPlanDurations } from '#/lib/client/plans/draft-plan.ts';
import { chosenPlan, planChoices, type TypeChoice, usualPlan } from '#/lib/client/timers/type-choice.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const policies = { at_work_end: 'stop', at_break_end: 'wait', strict: false } as const;
const pomodoro = {
  ...policies,
  work_minutes: 50,
  short_break_minutes: 10,
  long_break_minutes: 30,
  rounds: 3,
  daily_goal: 6,
  sound: true,
} as const;
const countdown = (minutes: number): TimerJson['plan'] => ({
  type: 'countdown',
  duration_ms: minutes * 60_000,
  at_work_end: 'ask',
  strict: true,
});
const interval = { type: 'interval', work_minutes: 40, rest_minutes: 5, rounds: 3, ...policies } as const;
const known = (...plans: TimerJson['plan'][]) => ({ pomodoro, recent: plans.map((plan) => ({ plan })) });
const words = (plans: ReturnType<typeof planChoices>) =>
  plans.map((plan) => formatPlanDurations(plan).replaceAll('\u00a0', ' '));
const NONE: TypeChoice = { type: null, plan: null, policies: null };

describe('the durations offered for a type', () => {
  it('are those of the settings for a pomodoro, and none for a manual timer', () => {
    expect(words(planChoices('pomodoro', known()))).toEqual(['3 × 50 min, 10 min short break']);
    expect(planChoices('manual', known())).toEqual([]);
  });

  it('include the last used countdown, and are as many as before', () => {
    expect(words(planChoices('countdown', known()))).toEqual(['10 min', '20 min', '30 min', '45 min', '1 h']);
    const recent = known(null, countdown(25), countdown(5));
    expect(words(planChoices('countdown', recent))).toEqual(['10 min', '20 min', '25 min', '30 min', '45 min']);
  });

  it('have the last used interval first', () => {
    expect(words(planChoices('interval', known()))).toEqual(['6 × 10 min, 2 min rest']);
    expect(words(planChoices('interval', known(interval)))).toEqual([
      '3 × 40 min, 5 min rest',
      '6 × 10 min, 2 min rest',
    ]);
  });
});

describe('the plan of a start', () => {
  it('is none unless a type is chosen or typed', () => {
    expect(chosenPlan(NONE, null, known())).toBeNull();
    expect(chosenPlan({ ...NONE, type: 'manual' }, null, known(countdown(25)))).toBeNull();
  });

  it('uses the last used durations without a choice, but not their policies', () => {
    const plan = chosenPlan({ ...NONE, type: 'countdown' }, null, known(countdown(25)));
    expect(plan?.body).toEqual({ type: 'countdown', plan: { type: 'countdown', duration_ms: 1_500_000 } });
    expect(usualPlan('countdown', known())).toEqual(countdownOf(20 * 60_000));
  });

  it('uses typed durations before chosen ones, with the chosen policies', () => {
    const chosen = { ...policies, at_work_end: 'ask', strict: true } as const;
    const choice: TypeChoice = { type: 'countdown', plan: countdownOf(60_000), policies: chosen };
    expect(chosenPlan(choice, countdownOf(120_000), known())?.body.plan).toEqual({
      type: 'countdown',
      duration_ms: 120_000,
      at_work_end: 'ask',
      strict: true,
    });
  });
});
