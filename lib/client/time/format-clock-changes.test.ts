import { expect, it } from 'vitest';
import { formatClockChanges } from '#/lib/client/time/format-clock-changes.ts';

const words = (timeZone: string, from: string, to: string, dayStartHour = 0) =>
  formatClockChanges([{ from: Date.parse(from), to: Date.parse(to) }], {
    timeZone,
    hourCycle: 'h23',
    dayStartHour,
  }).map((line) => line.replaceAll('\u00a0', ' '));

it.each([
  ['Europe/Berlin', '2026-10-25T08:00:00Z', '2026-10-25T10:00:00Z', ['Sun 25 Oct has 25 h: the clocks go back.']],
  ['Europe/Berlin', '2026-03-28T08:00:00Z', '2026-03-29T10:00:00Z', ['Sun 29 Mar has 23 h: the clocks go forward.']],
  [
    'Australia/Lord_Howe',
    '2026-04-05T02:00:00Z',
    '2026-04-05T03:00:00Z',
    ['Sun 5 Apr has 24.5 h: the clocks go back.'],
  ],
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T13:00:00Z', ['Sun 6 Sep has 23 h: the clocks go forward.']],
  ['Asia/Kathmandu', '2026-10-25T08:00:00Z', '2026-10-26T10:00:00Z', []],
  ['Europe/Berlin', '2026-10-24T08:00:00Z', '2026-10-24T22:00:00Z', []],
])('in %s a day with a clock change is marked: %s to %s', (timeZone, from, to, expected) => {
  expect(words(timeZone, from, to)).toEqual(expected);
});

it('the night belongs to the previous day if days begin later', () => {
  expect(words('Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-24T21:00:00Z', 4)).toEqual([
    'Sat 24 Oct has 25 h: the clocks go back.',
  ]);
});
