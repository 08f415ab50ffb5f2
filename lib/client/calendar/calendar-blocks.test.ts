import { describe, expect, it } from 'vitest';
import { createAxis } from '#/lib/client/calendar/calendar-axis.ts';
import { layOutColumns, tintsOf } from '#/lib/client/calendar/calendar-blocks.ts';
import { firstStop, nextStop, stopsOf } from '#/lib/client/calendar/calendar-navigation.ts';
import { dayEntries } from '#/lib/client/entries/day-entries.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stoppedTimer, timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const days = ['2026-11-18', '2026-11-19'].map((date) => ({
  date,
  starts_at: `${date}T00:00:00Z`,
  ends_at: new Date(Date.parse(`${date}T00:00:00Z`) + 24 * HOUR_MS).toISOString(),
  elapsed_ms: 0,
  timers: 0,
}));
const axis = createAxis(
  days.map(({ date, starts_at, ends_at }) => ({ date, from: Date.parse(starts_at), to: Date.parse(ends_at) })),
  'UTC',
);

function layOut(timers: TimerJson[]) {
  const totals = { elapsed_ms: 0, as_of: '2026-11-19T12:00:00Z', time_zone: 'UTC', days: days.toReversed() };
  const list = { timers, totals, next_cursor: null, server_time: '2026-11-19T12:00:00Z' };
  return layOutColumns(axis, dayEntries(list, NOW));
}

describe('the blocks of a day', () => {
  it('are at their spans, joined by the gaps between those of one timer', () => {
    const timer = stoppedTimer([
      ['08:00', '09:00'],
      ['09:30', '10:00'],
    ]);
    const [, today] = layOut([timer]);
    expect(today?.blocks.map(({ top, height }) => [top / HOUR_MS, height / HOUR_MS])).toEqual([
      [8, 1],
      [9.5, 0.5],
    ]);
    expect(today?.gaps).toEqual([expect.objectContaining({ top: 9 * HOUR_MS, height: HOUR_MS / 2 })]);
    // The first shows the length of all of them.
    expect(today?.blocks.map(({ lead }) => lead)).toEqual([{ lengthMs: 1.5 * HOUR_MS }, null]);
  });

  it('are on both days of a span over midnight, up to the edge of each', () => {
    const [before, today] = layOut([stoppedTimer([['2026-11-18T22:00:00Z', '2026-11-19T01:00:00Z']])]);
    expect(before?.blocks[0]).toMatchObject({ top: 22 * HOUR_MS, height: 2 * HOUR_MS });
    expect(today?.blocks[0]).toMatchObject({ top: 0, height: HOUR_MS });
    expect(before?.blocks[0]?.id).not.toBe(today?.blocks[0]?.id);
  });

  it('extend to now while they run', () => {
    const [, today] = layOut([timerJson()]);
    expect(today?.blocks[0]).toMatchObject({ top: 9 * HOUR_MS, height: 3 * HOUR_MS, isLive: true });
  });
});

describe('colors', () => {
  it('are the same for a name whatever is next to it, unless another has taken it', () => {
    const alone = tintsOf(['API']).get('API');
    expect(tintsOf(['API', 'ZZ', 'YY']).get('API')).toBe(alone);
    expect(new Set(tintsOf(['API', 'OPS', 'WEB', 'DB', 'TEAM', 'X', 'Y', 'Z']).values()).size).toBe(8);
  });
});

describe('arrow keys', () => {
  const timer = stoppedTimer([
    ['08:30', '09:30'],
    ['10:30', '10:45'],
  ]);
  const columns = layOut([timer, stoppedTimer([['2026-11-18T08:15:00Z', '2026-11-18T08:45:00Z']])]);
  const stops = stopsOf(axis, columns, NOW);
  const todays = stops[1] ?? [];

  it('move from block to block and over empty hours, up to now', () => {
    const times = todays.map(
      ({ at, blockId }) => `${new Date(at).toISOString().slice(11, 16)}${blockId ? ' block' : ''}`,
    );
    expect(times.slice(7)).toEqual(['07:00', '08:00', '08:30 block', '10:00', '10:30 block', '11:00']);
  });

  it('move to the next day at the same height, and stop at the ends', () => {
    const first = firstStop(stops, '2026-11-19');
    expect(first?.blockId).toBe(columns[1]?.blocks[0]?.id);
    const left = first && nextStop(stops, first, 'left');
    expect(left?.blockId).toBe(columns[0]?.blocks[0]?.id);
    expect(left && nextStop(stops, left, 'left')).toBeNull();
    const last = todays.at(-1);
    expect(last && nextStop(stops, last, 'down')).toBeNull();
  });

  it('begin at nine on an empty day', () => {
    const empty = stopsOf(axis, layOut([]), NOW);
    expect(firstStop(empty, '2026-11-18')?.at).toBe(Date.parse('2026-11-18T09:00:00Z'));
  });
});
