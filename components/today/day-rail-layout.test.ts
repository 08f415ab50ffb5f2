import { describe, expect, it } from 'vitest';
import { layOutDay } from '#/components/today/day-rail-layout.ts';
import type { WorkingHours } from '#/lib/accounts/users/user.ts';
import { dayEntries } from '#/lib/client/entries/day-entries.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stoppedTimer, timerJson } from '#/test/timer-json.ts';

const STOCKHOLM = 'Europe/Stockholm';

type Options = { startsAt: string; endsAt: string; now: string; zone?: string; workingHours?: WorkingHours };

function layOut(timers: TimerJson[], options: Options) {
  const day = { date: 'day', starts_at: options.startsAt, ends_at: options.endsAt, elapsed_ms: 0, timers: 0 };
  const list: TimerListJson = {
    timers,
    totals: { elapsed_ms: 0, as_of: options.now, time_zone: STOCKHOLM, days: [day] },
    next_cursor: null,
    server_time: options.now,
  };
  const now = Date.parse(options.now);
  const [entries] = dayEntries(list, now);
  if (!entries) throw new Error('no day');
  return layOutDay(entries, options.zone ?? STOCKHOLM, now, options.workingHours ?? null);
}

const THURSDAY = { startsAt: '2026-11-18T23:00:00Z', endsAt: '2026-11-19T23:00:00Z', now: '2026-11-19T13:32:00Z' };
const labels = (ticks: { label: string }[]) => ticks.map((tick) => tick.label);

describe('the rail of a day', () => {
  it('covers 08:00 to 18:00 of the day that begins in the evening', () => {
    const night = { startsAt: '2026-11-18T19:00:00Z', endsAt: '2026-11-19T19:00:00Z', now: '2026-11-19T13:32:00Z' };
    const { ticks } = layOut([], night);
    expect([labels(ticks).at(0), labels(ticks).at(-1)]).toEqual(['08:00', '18:00']);
  });

  it.each([
    ['09:00', '17:00', ['09:00', '17:00']],
    ['08:30', '17:30', ['08:00', '18:00']],
    ['00:00', '23:59', ['00:00', '00:00']],
    ['21:00', '22:00', ['14:00', '22:00']],
  ])('shows working hours from %s to %s as full hours, and now', (from, to, ends) => {
    const { ticks } = layOut([], { ...THURSDAY, workingHours: { days: [4], from, to } });
    expect([labels(ticks).at(0), labels(ticks).at(-1)]).toEqual(ends);
  });

  it('begins with the day that begins at noon, and ends with its work', () => {
    const noon = { startsAt: '2026-11-19T11:00:00Z', endsAt: '2026-11-20T11:00:00Z', now: '2026-11-19T13:32:00Z' };
    const { ticks } = layOut([], noon);
    expect([labels(ticks).at(0), labels(ticks).at(-1)]).toEqual(['12:00', '18:00']);
  });

  it('covers 08:00 to 18:00 when it is empty', () => {
    const { ticks, spans, nowPlace } = layOut([], THURSDAY);
    expect(labels(ticks)).toEqual([
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
      '18:00',
    ]);
    expect(spans).toEqual([]);
    expect(nowPlace).toBeCloseTo(6.5333 / 10, 4);
  });

  it('is widened to the full hours that contain every span', () => {
    const early = stoppedTimer([['05:10', '05:20']]);
    const late = stoppedTimer([['20:40', '21:01']]);
    const { ticks } = layOut([early, late], THURSDAY);
    expect(ticks[0]?.label).toBe('06:00');
    expect(ticks.at(-1)?.label).toBe('23:00');
  });

  it('places spans and the pauses between them', () => {
    const timer = stoppedTimer([
      ['08:00', '09:00'],
      ['09:30', '10:00'],
    ]);
    const { spans, gaps } = layOut([timer], THURSDAY);
    expect(spans.map(({ place, width }) => [place, width].map((share) => share.toFixed(3)))).toEqual([
      ['0.100', '0.100'],
      ['0.250', '0.050'],
    ]);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.place).toBeCloseTo(0.2);
    expect(gaps[0]?.width).toBeCloseTo(0.05);
  });

  it('draws the live span up to now', () => {
    const { spans, nowPlace } = layOut([timerJson()], THURSDAY);
    expect(spans[0]?.isLive).toBe(true);
    expect((spans[0]?.place ?? 0) + (spans[0]?.width ?? 0)).toBeCloseTo(nowPlace ?? 0);
  });

  it('shows now before 08:00 and after 18:00, widened to the full hours that contain it', () => {
    const evening = layOut([], { ...THURSDAY, now: '2026-11-19T21:00:00Z' });
    expect([evening.ticks[0]?.label, evening.ticks.at(-1)?.label]).toEqual(['08:00', '22:00']);
    expect(evening.nowPlace).toBe(1);
    const night = layOut([], { ...THURSDAY, now: '2026-11-18T23:30:00Z' });
    expect([night.ticks[0]?.label, night.ticks.at(-1)?.label]).toEqual(['00:00', '18:00']);
    expect(night.nowPlace).toBeCloseTo(0.5 / 18);
  });

  it('shows no now on another day, and is not widened for it', () => {
    const { ticks, nowPlace } = layOut([], { ...THURSDAY, now: '2026-11-20T10:00:00Z' });
    expect(nowPlace).toBeNull();
    expect([ticks[0]?.label, ticks.at(-1)?.label]).toEqual(['08:00', '18:00']);
  });

  it('has 23 hours when clocks go forward', () => {
    const night = stoppedTimer([['2026-03-28T23:00:00Z', '2026-03-29T21:59:00Z']]);
    const { ticks } = layOut([night], {
      startsAt: '2026-03-28T23:00:00Z',
      endsAt: '2026-03-29T22:00:00Z',
      now: '2026-03-30T10:00:00Z',
    });
    expect(ticks).toHaveLength(24);
    expect(labels(ticks).slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(ticks.at(-1)?.label).toBe('00:00');
  });

  it('has 25 hours when clocks go back, with the repeated hour twice', () => {
    const night = stoppedTimer([['2026-10-24T22:00:00Z', '2026-10-25T22:59:00Z']]);
    const { ticks } = layOut([night], {
      startsAt: '2026-10-24T22:00:00Z',
      endsAt: '2026-10-25T23:00:00Z',
      now: '2026-10-26T10:00:00Z',
    });
    expect(ticks).toHaveLength(26);
    expect(labels(ticks).slice(1, 5)).toEqual(['01:00', '02:00', '02:00', '03:00']);
  });

  it('begins at 08:00 on such a day as well', () => {
    const { ticks } = layOut([], {
      startsAt: '2026-03-28T23:00:00Z',
      endsAt: '2026-03-29T22:00:00Z',
      now: '2026-03-29T10:00:00Z',
    });
    expect([ticks[0]?.label, ticks.at(-1)?.label]).toEqual(['08:00', '18:00']);
  });

  it('has fewer labels with less room, and always the last', () => {
    const { ticks } = layOut([], THURSDAY);
    expect(labels(ticks.filter((tick) => tick.isWide))).toHaveLength(11);
    expect(labels(ticks.filter((tick) => tick.isNarrow))).toEqual([
      '08:00',
      '10:00',
      '12:00',
      '14:00',
      '16:00',
      '18:00',
    ]);
  });
});
