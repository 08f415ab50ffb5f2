import { describe, expect, test } from 'vitest';
import { absenceOf, afterHoursAt, type NudgeRule, nudgeAt } from '#/lib/tracking/presence/presence.ts';

const START = Date.UTC(2026, 2, 10, 9);
const at = (hours: number) => new Date(START + hours * 3_600_000);
const spans = (...rows: [number, number | null][]) =>
  rows.map(([from, to], index) => ({
    id: `s${index}`,
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
    origin: 'live' as const,
  }));
const RULE: NudgeRule = {
  nudgeSeconds: 6 * 3_600,
  workingHours: null,
  timeZone: 'UTC',
  longRunAt: null,
  afterHoursAt: null,
};

describe('a member with a running timer is asked whether they are still working', () => {
  test.each([
    ['after six hours of work', spans([0, null]), {}, at(6)],
    ['pauses not counted', spans([0, 2], [5, null]), {}, at(9)],
    ['two hours after the last time', spans([0, null]), { longRunAt: at(7) }, at(9)],
    ['not before the threshold, although asked before', spans([0, 2], [5, null]), { longRunAt: at(1) }, at(9)],
    ['not when paused', spans([0, 7]), {}, null],
    ['not when the cap comes first', spans([0, null]), { nudgeSeconds: 90_000 }, null],
  ] as const)('%s', (_when, rows, rule, expected) => {
    expect(nudgeAt({ spans: [...rows], capSeconds: 86_400 }, { ...RULE, ...rule })).toEqual(expected);
  });

  const workingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
  test.each([
    ['as the working hours end', { workingHours }, at(8)],
    ['the next day, once they have answered', { workingHours, afterHoursAt: at(8) }, at(32)],
    ['never, unless they chose so', {}, null],
  ] as const)('%s', (_when, rule, expected) => {
    const hours = 'workingHours' in rule ? { workingHours: { ...rule.workingHours, days: [1, 2, 3, 4, 5] } } : {};
    expect(afterHoursAt({ spans: spans([0, null]) }, { ...RULE, ...rule, ...hours })).toEqual(expected);
  });
});

describe('an absence', () => {
  const rule = { absenceMinutes: 15, absencePolicy: 'ask' as const };
  test.each([
    ['is longer than the limit', spans([0, null]), at(1), at(1.5), rule, true],
    ['is absent at the limit', spans([0, null]), at(1), at(1.25), rule, false],
    ['is absent when no page was ever open', spans([0, null]), null, at(9), rule, false],
    ['is absent when the timer was paused within it', spans([0, 1.2], [1.4, null]), at(1), at(1.5), rule, false],
    ['may end with a pause', spans([0, 1.5]), at(1), at(1.5), rule, true],
    [
      'is work for those who chose so',
      spans([0, null]),
      at(1),
      at(9),
      { ...rule, absencePolicy: 'keep' as const },
      false,
    ],
  ] as const)('%s', (_what, rows, awakeAt, now, given, isOne) => {
    expect(absenceOf([...rows], awakeAt, now, given)).toEqual(isOne ? { from: awakeAt, to: now } : null);
  });
});
