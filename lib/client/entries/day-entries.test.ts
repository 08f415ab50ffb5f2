import { describe, expect, it } from 'vitest';
import { dayCount, dayEntries, dayTotalMs, hasEarlierDays, withEarlierDays } from '#/lib/client/entries/day-entries.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-19T12:00:00Z');

const day = (date: string, startsAt: string, endsAt: string) => ({
  date,
  starts_at: startsAt,
  ends_at: endsAt,
  elapsed_ms: 9 * HOUR,
  timers: 1,
});
const thursday = day('2026-11-19', '2026-11-18T23:00:00Z', '2026-11-19T23:00:00Z');
const wednesday = day('2026-11-18', '2026-11-17T23:00:00Z', '2026-11-18T23:00:00Z');
const list = (timers: TimerListJson['timers'], nextCursor: string | null = null): TimerListJson => ({
  timers,
  totals: { elapsed_ms: 0, as_of: '2026-11-19T12:00:00Z', time_zone: 'Europe/Stockholm', days: [thursday, wednesday] },
  next_cursor: nextCursor,
  server_time: '2026-11-19T12:00:00Z',
});

describe('the entries of a day', () => {
  it('are newest first, each with its spans', () => {
    const early = stoppedTimer([
      ['08:00', '08:30'],
      ['09:00', '09:30'],
    ]);
    const late = stoppedTimer([['10:00', '10:30']]);
    const [today] = dayEntries(list([early, late]), NOW);
    expect(today?.entries.map((entry) => entry.timer)).toEqual([late, early]);
    expect(today?.entries[1]?.spans).toHaveLength(2);
  });

  it('include a timer over midnight on both days, each with its part', () => {
    const night = stoppedTimer([['2026-11-18T22:00:00Z', '2026-11-19T01:00:00Z']]);
    const [today, before] = dayEntries(list([night]), NOW);
    expect(today?.entries[0]).toMatchObject({ from: Date.parse(thursday.starts_at), isLive: false });
    expect(before?.entries[0]).toMatchObject({ to: Date.parse(wednesday.ends_at) });
    expect(dayTotalMs(list([night]), thursday, NOW)).toBe(2 * HOUR);
    expect(dayTotalMs(list([night]), wednesday, NOW)).toBe(HOUR);
  });

  it('are live on the current day, not on the previous one', () => {
    const running = timerJson({
      spans: [spanJson('2026-11-18T22:00:00Z', null)],
    });
    const [today, before] = dayEntries(list([running]), NOW);
    expect(today?.entries[0]).toMatchObject({ isLive: true, to: NOW });
    expect(before?.entries[0]?.isLive).toBe(false);
  });

  it('exclude a timer that ended exactly at midnight from the next day', () => {
    const evening = stoppedTimer([['2026-11-18T22:00:00Z', '2026-11-18T23:00:00Z']]);
    const [today, before] = dayEntries(list([evening]), NOW);
    expect(today?.entries).toEqual([]);
    expect(before?.entries).toHaveLength(1);
  });

  it('include a timer that has only just started', () => {
    const started = timerJson({
      spans: [spanJson('2026-11-19T12:00:00Z', null)],
    });
    expect(dayEntries(list([started]), NOW)[0]?.entries).toHaveLength(1);
    expect(dayEntries(list([started]), NOW - 40)[0]?.entries).toHaveLength(1);
  });
});

describe('the total of a day', () => {
  it('counts the running timer up to now', () => {
    const running = timerJson({
      spans: [spanJson('2026-11-19T11:00:00Z', null)],
    });
    expect(dayTotalMs(list([running]), thursday, NOW)).toBe(HOUR);
    expect(dayTotalMs(list([running]), thursday, NOW + HOUR)).toBe(2 * HOUR);
  });

  it('is the server’s if the list has only a part', () => {
    expect(dayTotalMs(list([stoppedTimer([['08:00', '09:00']])], 'more'), thursday, NOW)).toBe(9 * HOUR);
  });
});

describe('the number of timers of a day', () => {
  it('is the server’s if the list has only a part, and the list’s if it is newer', () => {
    const timers = [stoppedTimer([['08:00', '09:00']]), stoppedTimer([['10:00', '11:00']])];
    const today = (timersOnServer: number) => ({
      day: { ...thursday, timers: timersOnServer },
      entries: dayEntries(list(timers), NOW)[0]?.entries ?? [],
    });
    expect(dayCount(list(timers, 'more'), today(500))).toBe(500);
    expect(dayCount(list(timers, 'more'), today(1))).toBe(2);
    expect(dayCount(list(timers), today(500))).toBe(2);
  });
});

describe('the days shown on Today', () => {
  const friday = day('2026-10-30', '2026-10-29T23:00:00Z', '2026-10-30T23:00:00Z');
  const longAgo = stoppedTimer([['2026-10-30T08:00:00Z', '2026-10-30T09:00:00Z']]);
  const latest: TimerListJson = { ...list([longAgo]), totals: { ...list([]).totals, days: [thursday, friday] } };

  it('are those of the list, and earlier ones from the latest timers', () => {
    const now = stoppedTimer([['10:00', '10:30']]);
    const remembered = withEarlierDays(list([now]), { ...latest, timers: [now, longAgo] });
    const days = dayEntries(remembered, NOW).filter(({ entries }) => entries.length > 0);
    expect(days.map(({ day, entries }) => [day.date, entries.length])).toEqual([
      ['2026-11-19', 1],
      ['2026-10-30', 1],
    ]);
  });

  it('need the latest timers only if no earlier day has time', () => {
    expect(hasEarlierDays(list([]), '2026-11-19')).toBe(true);
    expect(hasEarlierDays(list([]), '2026-11-18')).toBe(false);
  });
});
