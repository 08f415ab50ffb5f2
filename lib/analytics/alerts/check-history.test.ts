import { expect, test } from 'vitest';
import { CheckHistory } from '#/lib/analytics/alerts/check-history.ts';

const START = Date.UTC(2026, 2, 10, 9);
const at = (seconds: number) => new Date(START + seconds * 1_000);

test('checks every ten seconds count as unbroken since the first, even with one or two late', () => {
  const history = new CheckHistory(10_000);
  expect([0, 10, 40, 50].map((seconds) => history.recordCheck(at(seconds)))).toEqual([at(0), at(0), at(0), at(0)]);
});

test('the check history restarts after a night in which the machine was asleep', () => {
  const history = new CheckHistory(10_000);
  expect([0, 10, 41, 51].map((seconds) => history.recordCheck(at(seconds)))).toEqual([at(0), at(0), at(41), at(41)]);
});

test('the check history restarts after the clock was set back', () => {
  const history = new CheckHistory(10_000);
  expect([100, 90, 100].map((seconds) => history.recordCheck(at(seconds)))).toEqual([at(100), at(90), at(90)]);
});
