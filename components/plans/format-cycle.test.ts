import { expect, it } from 'vitest';
import { againstPlan } from '#/components/plans/format-cycle.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const phase = (actual: number, ended_how: 'finished' | 'restarted' | 'skipped' = 'finished', more = 0) => ({
  planned_ms: 25 * MINUTE_MS,
  extended_ms: more * MINUTE_MS,
  actual_ms: actual * MINUTE_MS,
  ended_how,
});

it.each([
  ['one', [phase(24, 'skipped')], '24 min of 25 min'],
  ['one that was extended', [phase(30, 'finished', 5)], '30 min of 30 min'],
  ['two', [phase(25), phase(20, 'skipped')], '45 min of 50 min'],
  ['a restarted one, whose plan counts once', [phase(7, 'restarted'), phase(25)], '32 min of 25 min'],
  ['one that was restarted twice', [phase(7, 'restarted'), phase(3, 'restarted'), phase(25)], '35 min of 25 min'],
  ['a restarted one that is not over yet', [phase(25), phase(7, 'restarted')], '32 min of 50 min'],
])('formats the time of %s against its plan', (_what, cycles, words) =>
  expect(againstPlan(cycles).replaceAll('\u00a0', ' ')).toBe(words),
);
