import { describe, expect, test } from 'vitest';
import { atDeadlineOf, firstPhase, nextPhase, type Phase, roundsOf } from '#/lib/tracking/cycles/plan.ts';
import { type Plan, type PlanBody, planInput } from '#/lib/tracking/cycles/plan-schemas.ts';

function phasesOf(plan: Plan): Phase[] {
  const phases: Phase[] = [];
  for (let phase: Phase | null = firstPhase(plan); phase; phase = nextPhase(plan, phase)) phases.push(phase);
  return phases;
}
const words = (body: PlanBody) =>
  phasesOf(planInput.parse(body))
    .map(({ kind, round, plannedMs }) => `${kind} ${round}: ${plannedMs / 60_000}`)
    .join(', ');

describe('the phases of', () => {
  test('a countdown: its duration', () => {
    expect(words({ type: 'countdown', duration_ms: 1_200_000 })).toBe('work 1: 20');
  });

  test('a pomodoro: breaks between, a long one at the end', () => {
    expect(words({ type: 'pomodoro', rounds: 3 })).toBe(
      'work 1: 25, short_break 1: 5, work 2: 25, short_break 2: 5, work 3: 25, long_break 3: 15',
    );
  });

  test('a pomodoro of one round', () => {
    expect(words({ type: 'pomodoro', rounds: 1 })).toBe('work 1: 25, long_break 1: 15');
  });

  test('an interval timer: ends with work', () => {
    const plan = { type: 'interval', work_minutes: 2, rest_minutes: 1, rounds: 2 } as const;
    expect(words(plan)).toBe('work 1: 2, rest 1: 1, work 2: 2');
    expect(roundsOf(planInput.parse(plan))).toBe(2);
  });
});

describe('at a deadline', () => {
  const at = (body: PlanBody) =>
    phasesOf(planInput.parse(body)).map((phase) => atDeadlineOf(planInput.parse(body), phase));
  const interval = { type: 'interval', work_minutes: 2, rest_minutes: 1, rounds: 2 } as const;
  test.each<[string, PlanBody, string[]]>([
    ['a countdown finishes', { type: 'countdown', duration_ms: 1000 }, ['finish']],
    ['a countdown with overtime holds', { type: 'countdown', duration_ms: 1000, at_work_end: 'ask' }, ['hold']],
    ['a pomodoro rests and waits', { type: 'pomodoro', rounds: 2 }, ['rest', 'hold', 'rest', 'finish']],
    ['overtime holds work', { type: 'pomodoro', rounds: 1, at_work_end: 'overtime' }, ['hold', 'finish']],
    ['an interval continues by itself', interval, ['rest', 'begin', 'finish']],
    ['unless it is set to wait', { ...interval, at_break_end: 'wait' }, ['rest', 'hold', 'finish']],
  ])('%s', (_name, body, expected) => {
    expect(at(body)).toEqual(expected);
  });
});
