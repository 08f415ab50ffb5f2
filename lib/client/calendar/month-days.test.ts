import { describe, expect, it } from 'vitest';
import { fitEntries, freeHour, type MonthDay, monthDays } from '#/lib/client/calendar/month-days.ts';
import { styleOf } from '#/lib/client/time/time-style.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const ZONE = 'Europe/Stockholm';
const NOW = Date.parse('2026-11-19T12:00:00Z');

/** Days of a zone in the server's format: by their first instants and the one after the last. */
function list(timers: TimerJson[], dates: readonly string[], starts: readonly string[]): TimerListJson {
  const days = dates.map((date, index) => ({
    date,
    starts_at: starts[index] ?? '',
    ends_at: starts[index + 1] ?? '',
    elapsed_ms: 0,
    timers: 0,
  }));
  const totals = { elapsed_ms: 0, as_of: '2026-11-19T12:00:00Z', time_zone: ZONE, days: days.toReversed() };
  return { timers, totals, next_cursor: null, server_time: '2026-11-19T12:00:00Z' };
}

const november = (...timers: TimerJson[]) =>
  list(
    timers,
    ['2026-11-18', '2026-11-19', '2026-11-20'],
    ['2026-11-17T23:00:00Z', '2026-11-18T23:00:00Z', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'],
  );
const dayOf = (days: Map<string, MonthDay>, date: string) => days.get(date) as MonthDay;

describe('a day of the month', () => {
  it('has its entries, earliest first, and their sum', () => {
    const late = stoppedTimer([['10:00', '10:30']]);
    const early = stoppedTimer([
      ['07:00', '08:00'],
      ['09:00', '09:15'],
    ]);
    const day = dayOf(monthDays(november(late, early), NOW), '2026-11-19');
    expect(day.entries.map(({ timer, ms }) => [timer, ms])).toEqual([
      [early, 75 * MINUTE_MS],
      [late, 30 * MINUTE_MS],
    ]);
    expect(day).toMatchObject({ totalMs: 105 * MINUTE_MS, isLive: false });
  });

  it('has its part of a span over midnight', () => {
    const days = monthDays(november(stoppedTimer([['2026-11-18T22:00:00Z', '2026-11-19T01:00:00Z']])), NOW);
    expect(dayOf(days, '2026-11-18').totalMs).toBe(HOUR_MS);
    expect(dayOf(days, '2026-11-19').totalMs).toBe(2 * HOUR_MS);
  });

  it('counts running time up to now, and is live only on the current day', () => {
    const days = monthDays(november(timerJson({ spans: [spanJson('2026-11-18T22:00:00Z', null)] })), NOW);
    expect(dayOf(days, '2026-11-18')).toMatchObject({ totalMs: HOUR_MS, isLive: false });
    expect(dayOf(days, '2026-11-19')).toMatchObject({ totalMs: 13 * HOUR_MS, isLive: true });
    expect(dayOf(days, '2026-11-20')).toMatchObject({ totalMs: 0, entries: [] });
  });

  it.each([
    ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
    ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
  ])('on which clocks change, %s, has as many hours as it really has', (date, from, to, hours) => {
    const whole = stoppedTimer([['2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z']]);
    const day = dayOf(monthDays(list([whole], [date], [from, to]), NOW), date);
    expect(day.totalMs).toBe(hours * HOUR_MS);
  });
});

describe('a cell', () => {
  const lines = (count: number, live = -1) => Array.from({ length: count }, (_, id) => ({ id, isLive: id === live }));
  it.each([
    [0, 3, -1, [], 0],
    [3, 3, -1, [0, 1, 2], 0],
    [5, 3, -1, [0, 1], 3],
    [5, 1, -1, [], 5],
    [5, 0, -1, [], 5],
    [1, 0, -1, [], 1],
    // The running one is the latest, and would be left out first.
    [5, 3, 4, [0, 4], 3],
    [5, 3, 1, [0, 1], 3],
    [5, 2, 4, [4], 4],
    [5, 1, 4, [], 5],
  ])('of %d entries with room for %d, of which number %d is running, shows %j and counts %d more', (...row) => {
    const [count, room, live, shown, more] = row;
    const fit = fitEntries(lines(count, live), room);
    expect(fit.shown.map(({ id }) => id)).toEqual(shown);
    expect(fit.more).toBe(more);
  });
});

describe('time added to a day is proposed', () => {
  const at = (time: string) => Date.parse(`2026-11-18T${time}:00Z`);
  const proposed = (...spans: [string, string][]) => {
    const timers = spans.map(([from, to]) =>
      stoppedTimer([[new Date(at(from)).toISOString(), new Date(at(to)).toISOString()]]),
    );
    const day = dayOf(monthDays(november(...timers), NOW), '2026-11-18');
    return freeHour(day, NOW, styleOf(ZONE));
  };

  it('from nine to ten on an empty day', () => {
    expect(proposed()).toEqual({ from: at('08:00'), to: at('09:00') });
  });

  it('in the first free hour after that', () => {
    expect(proposed(['08:30', '09:00'], ['09:30', '11:00'])).toEqual({ from: at('11:00'), to: at('12:00') });
  });

  it('from nine to ten also when the whole day is taken, so that the form shows the conflict', () => {
    const day = stoppedTimer([['2026-11-17T00:00:00Z', '2026-11-19T00:00:00Z']]);
    const full = dayOf(monthDays(november(day), NOW), '2026-11-18');
    expect(freeHour(full, NOW, styleOf(ZONE))).toEqual({ from: at('08:00'), to: at('09:00') });
  });
});
