import { describe, expect, it } from 'vitest';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { typedStarts } from '#/lib/client/typed/typed-start.ts';

const STOCKHOLM: TimeStyle = { timeZone: 'Europe/Stockholm', hourCycle: 'h23', dayStartHour: 0 };
const TWELVE: TimeStyle = { ...STOCKHOLM, hourCycle: 'h12' };
/** 14:32 in Stockholm. */
const NOW = '2026-11-19T13:32:00.000Z';

function startOf(text: string, reading = STOCKHOLM, now = NOW): string | null {
  const [start] = typedStarts(text, Date.parse(now), reading);
  return start ? new Date(start.startedAt).toISOString() : null;
}

describe('words about the start', () => {
  it.each([
    ['90m ago', '2026-11-19T12:02:00.000Z'],
    ['stand-up 5 min ago', '2026-11-19T13:27:00.000Z'],
    ['1 h 30 min ago review', '2026-11-19T12:02:00.000Z'],
    ['1.5h ago', '2026-11-19T12:02:00.000Z'],
    ['1,5h', '2026-11-19T12:02:00.000Z'],
    ['1h 30', '2026-11-19T12:02:00.000Z'],
    ['review 1h 30', '2026-11-19T12:02:00.000Z'],
    ['1h 30 ago review', '2026-11-19T12:02:00.000Z'],
    ['1h 30 slides', '2026-11-19T12:32:00.000Z'],
    ['2 hours ago', '2026-11-19T11:32:00.000Z'],
    ['24h ago', '2026-11-18T13:32:00.000Z'],
    ['1h30', '2026-11-19T12:02:00.000Z'],
    ['1:30', '2026-11-19T12:02:00.000Z'],
    ['review 90m ', '2026-11-19T12:02:00.000Z'],
    ['  90m review', '2026-11-19T12:02:00.000Z'],
    ['since 9:30', '2026-11-19T08:30:00.000Z'],
    ['review at 14:00', '2026-11-19T13:00:00.000Z'],
    ['Since 2:15pm', '2026-11-19T13:15:00.000Z'],
    ['since 9 am review', '2026-11-19T08:00:00.000Z'],
  ])('"%s" began at %s', (text, at) => {
    expect(startOf(text)).toBe(at);
  });

  it.each([
    '',
    'at 14:33',
    'since 99:00',
    'since 25:10',
    'since Monday',
    '0m ago',
    '25h ago',
    'retry after 5m when busy',
    'days ago',
    '1h30min-long review',
    'sprint-90m',
    '12:75',
  ])('"%s" contains no start', (text) => {
    expect(startOf(text)).toBeNull();
  });

  it('means the night before when it is just past midnight, and not the coming evening', () => {
    const afterMidnight = '2026-11-18T23:30:00.000Z';
    expect(startOf('since 23:45', STOCKHOLM, afterMidnight)).toBe('2026-11-18T22:45:00.000Z');
    expect(startOf('since 23:45')).toBeNull();
  });

  it('means the last such time on a 12-hour clock', () => {
    expect(startOf('since 2:30', TWELVE)).toBe('2026-11-19T13:30:00.000Z');
    expect(startOf('since 9:30', TWELVE)).toBe('2026-11-19T08:30:00.000Z');
    expect(startOf('since 2:30', STOCKHOLM)).toBe('2026-11-19T01:30:00.000Z');
    expect(startOf('since 9:30 pm', TWELVE)).toBeNull();
  });

  it('handles days with clock changes', () => {
    // 2026-03-29: 02:00 to 03:00 does not happen. 2026-10-25: 02:30 happens twice.
    expect(startOf('since 2:30', STOCKHOLM, '2026-03-29T08:00:00.000Z')).toBeNull();
    expect(startOf('since 1:30', STOCKHOLM, '2026-03-29T08:00:00.000Z')).toBe('2026-03-29T00:30:00.000Z');
    expect(startOf('since 2:30', STOCKHOLM, '2026-10-25T08:00:00.000Z')).toBe('2026-10-25T00:30:00.000Z');
  });
});
