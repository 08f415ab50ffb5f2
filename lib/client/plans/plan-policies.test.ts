import { describe, expect, it } from 'vitest';
import { countdownOf, intervalOf, pomodoroOf } from '#/lib/client/plans/draft-plan.ts';
import { formatPolicies, policiesOf, withPolicies } from '#/lib/client/plans/plan-policies.ts';
import { planInput } from '#/lib/tracking/cycles/plan-schemas.ts';

const SETTINGS = {
  work_minutes: 50,
  short_break_minutes: 10,
  long_break_minutes: 30,
  rounds: 3,
  daily_goal: 6,
  at_work_end: 'stop',
  at_break_end: 'wait',
  strict: false,
  sound: true,
} as const;
const CHOSEN = { at_work_end: 'ask', at_break_end: 'start', strict: true } as const;

describe('policies of one start', () => {
  it('begin with the settings', () => {
    expect(policiesOf(SETTINGS)).toEqual({ at_work_end: 'stop', at_break_end: 'wait', strict: false });
  });

  it.each([
    [
      'a pomodoro, whose lengths stay those of its person',
      pomodoroOf(SETTINGS),
      { type: 'pomodoro', work_minutes: 50, short_break_minutes: 10, long_break_minutes: 30, rounds: 3, ...CHOSEN },
    ],
    [
      'an interval',
      intervalOf({ rounds: 6, work_minutes: 10, rest_minutes: 2 }),
      { type: 'interval', rounds: 6, work_minutes: 10, rest_minutes: 2, ...CHOSEN },
    ],
    [
      'a countdown, which has no break',
      countdownOf(600_000),
      { type: 'countdown', duration_ms: 600_000, at_work_end: 'ask', strict: true },
    ],
  ])('are sent with %s, as the server accepts them', (_what, plan, sent) => {
    const { body, phase } = withPolicies(plan, CHOSEN, SETTINGS);
    expect(body).toEqual({ type: sent.type, plan: sent });
    expect(planInput.parse(body.plan)).toEqual(sent);
    expect(phase).toEqual(plan.phase);
  });

  it('are shown in words', () => {
    expect(formatPolicies(CHOSEN)).toBe('Keep counting and ask. Start the next cycle. Strict.');
    expect(formatPolicies(policiesOf(SETTINGS))).toBe('Stop counting. Wait for me.');
  });
});
