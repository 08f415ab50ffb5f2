import { describe, expect, test } from 'vitest';
import { estimateShare, formatLastWorked, formatTicketTime, liveMs } from '#/components/tickets/format-ticket.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

const STYLE = { timeZone: 'Europe/Berlin', hourCycle: 'h23', dayStartHour: 0 } as const;
const NOW = Date.parse('2026-11-19T13:00:00Z');

test.each([
  ['today', '2026-11-19T10:57:00Z', 'today 11:57'],
  ['yesterday', '2026-11-18T13:51:00Z', 'Wed 14:51'],
  ['within a week', '2026-11-14T13:00:00Z', 'Sat 14:00'],
  ['before that', '2026-11-06T08:00:00Z', '6\u00a0Nov'],
  ['last year', '2025-12-31T08:00:00Z', '31\u00a0Dec\u00a02025'],
])('the last work on a ticket is shown as %s', (_when, at, words) => {
  expect(formatLastWorked(Date.parse(at), NOW, STYLE)).toBe(words);
});

test('a ticket without work shows a dash', () => {
  expect(formatLastWorked(null, NOW, STYLE)).toBe('–');
  expect(formatTicketTime(0, false)).toBe('–');
});

describe('time compared with the estimate', () => {
  test('below it is a share', () => {
    expect(estimateShare(3 * HOUR_MS, 4 * 3_600)).toEqual({ within: 75, over: 0, text: '75\u00a0% of 4\u00a0h' });
  });

  test('at it is the whole', () => {
    expect(estimateShare(4 * HOUR_MS, 4 * 3_600)).toMatchObject({
      within: 100,
      over: 0,
      text: '100\u00a0% of 4\u00a0h',
    });
  });

  test('beyond it the surplus has its own part, in length and in words', () => {
    expect(estimateShare(8 * HOUR_MS, 6 * 3_600)).toEqual({ within: 75, over: 25, text: '2\u00a0h over' });
  });
});

test('figures grow with the number of running timers, and not at all without any', () => {
  expect(liveMs(HOUR_MS, { running: 2 }, NOW, NOW + MINUTE_MS)).toBe(HOUR_MS + 2 * MINUTE_MS);
  expect(liveMs(HOUR_MS, { running: 0 }, NOW, NOW + MINUTE_MS)).toBe(HOUR_MS);
  expect(formatTicketTime(HOUR_MS + 23 * MINUTE_MS, true)).toBe('1:23:00');
});
