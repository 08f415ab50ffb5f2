import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Piece, timesheetOf } from '#/lib/client/timesheet/timesheet.ts';
import { formatTimesheetPlan, type Plan, planCell } from '#/lib/client/timesheet/timesheet-plan.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STYLE = { timeZone: 'UTC', hourCycle: 'h23' as const, dayStartHour: 0 };
const DATE = '2026-11-19';
const at = (time: string) => Date.parse(`${DATE}T${time}:00Z`);
const DAY = { date: DATE, from: at('00:00'), to: at('00:00') + 24 * HOUR };

function sceneOf(timers: TimerJson[], now = at('18:00'), others: Pick<Piece, 'from' | 'to'>[] = []) {
  const [starts_at, ends_at] = [DAY.from, DAY.to].map((instant) => new Date(instant).toISOString()) as [string, string];
  const days = [{ date: DATE, starts_at, ends_at, elapsed_ms: 0, timers: 0 }];
  const totals = { elapsed_ms: 0, as_of: starts_at, time_zone: 'UTC', days };
  const list: TimerListJson = { timers, totals, next_cursor: null, server_time: starts_at };
  const cell = timesheetOf(list, 'ticket', now).rows[0]?.cells[0] ?? {
    date: DATE,
    ms: 0,
    isLive: false,
    pieces: [],
  };
  return { cell, day: DAY, busy: [...cell.pieces, ...others], now, style: STYLE };
}

const words = (plan: Plan) => formatTimesheetPlan(plan, STYLE).replaceAll('\u00a0', ' ');

describe('more time than there is', () => {
  it('is added after the last entry of the cell', () => {
    const plan = planCell(2 * HOUR, sceneOf([stoppedTimer([['09:00', '10:30']])]));
    expect(words(plan)).toBe('Adds 30 min: 10:30 – 11:00.');
  });

  it('avoids other time on that day', () => {
    const others = [{ from: at('10:30'), to: at('12:00') }];
    const plan = planCell(2 * HOUR, sceneOf([stoppedTimer([['09:00', '10:30']])], at('18:00'), others));
    expect(words(plan)).toBe('Adds 30 min: 12:00 – 12:30.');
  });

  it('begins at nine on an empty day, and before now today', () => {
    expect(words(planCell(HOUR, sceneOf([])))).toBe('Adds 1 h: 09:00 – 10:00.');
    expect(words(planCell(HOUR, sceneOf([], at('09:20'))))).toBe('Adds 1 h: 08:20 – 09:20.');
  });

  it('is placed at the preferred start', () => {
    expect(words(planCell(HOUR, { ...sceneOf([]), preferredStart: at('14:00') }))).toBe('Adds 1 h: 14:00 – 15:00.');
  });

  it('is rejected without room for it', () => {
    expect(words(planCell(5 * HOUR, sceneOf([], at('03:10'))))).toBe('Only 3 h 10 min are free on that day until now.');
    expect(words(planCell(25 * HOUR, sceneOf([], DAY.to + HOUR)))).toBe('Only 24 h are free on that day.');
  });
});

describe('less time than there is', () => {
  const entries = [
    stoppedTimer([['09:00', '10:00']]),
    stoppedTimer([
      ['11:00', '12:00'],
      ['13:00', '14:00'],
    ]),
  ];

  it('is removed from the end of the last entry', () => {
    const plan = planCell(2.5 * HOUR, sceneOf(entries));
    expect(words(plan)).toBe('Removes 30 min: 13:30 – 14:00.');
    expect(plan).toMatchObject({
      changes: [
        {
          timer: { id: entries[1]?.id },
          spans: [{ ended_at: `${DATE}T12:00:00.000Z` }, { ended_at: `${DATE}T13:30:00.000Z` }],
        },
      ],
    });
  });

  it('deletes entries without any time left', () => {
    const plan = planCell(0.5 * HOUR, sceneOf(entries));
    expect(words(plan)).toBe('Removes 2 h 30 min: 09:30 – 10:00, 11:00 – 12:00, 13:00 – 14:00. One entry is deleted.');
    expect(words(planCell(0, sceneOf(entries)))).toContain('2 entries are deleted.');
  });

  it("keeps the entry's time on other days", () => {
    const night = stoppedTimer([['2026-11-18T22:00:00.000Z', '2026-11-19T02:00:00.000Z']]);
    const plan = planCell(HOUR, sceneOf([night]));
    expect(plan).toMatchObject({
      changes: [{ spans: [{ started_at: '2026-11-18T22:00:00.000Z', ended_at: '2026-11-19T01:00:00.000Z' }] }],
    });
    const evening = stoppedTimer([['2026-11-19T22:00:00.000Z', '2026-11-20T02:00:00.000Z']]);
    expect(planCell(HOUR, sceneOf([evening], DAY.to + 6 * HOUR))).toMatchObject({
      changes: [{ spans: [{ ended_at: '2026-11-19T23:00:00.000Z' }, { started_at: '2026-11-20T00:00:00.000Z' }] }],
    });
  });
});

describe('a cell rejects a new duration', () => {
  it('while its time is running, also if it began the day before', () => {
    const running = timerJson({
      spans: [spanJson(`${DATE}T09:00:00.000Z`, null)],
    });
    for (const now of [at('10:00'), DAY.to + HOUR]) {
      expect(planCell(0, sceneOf([running], now))).toMatchObject({
        kind: 'rejected',
        reason: 'This timer is running. Stop or pause it, then change its duration.',
      });
    }
  });

  it('before its day has begun', () => {
    expect(planCell(HOUR, sceneOf([], DAY.from - HOUR)).kind).toBe('rejected');
  });

  it('if it is the shown duration', () => {
    const entry = stoppedTimer([['2026-11-19T09:00:00.000Z', '2026-11-19T10:00:40.000Z']]);
    expect(planCell(HOUR, sceneOf([entry]))).toEqual({ kind: 'nothing' });
    expect(planCell(0, sceneOf([]))).toEqual({ kind: 'nothing' });
  });
});

it('whatever is typed, the cell gets that duration, and nothing overlaps', () => {
  const navigate = fc.array(fc.tuple(fc.nat({ max: 200 }), fc.integer({ min: 1, max: 200 })), { maxLength: 5 });
  fc.assert(
    fc.property(navigate, fc.nat({ max: 1440 }), fc.integer({ min: 1, max: 2000 }), (steps, minutes, nowMinutes) => {
      let cursor = DAY.from;
      const now = DAY.from + nowMinutes * MINUTE;
      const timers = steps.flatMap(([gap, length]) => {
        const from = cursor + gap * MINUTE;
        cursor = from + length * MINUTE;
        if (cursor > Math.min(now, DAY.to)) return [];
        return [stoppedTimer([[new Date(from).toISOString(), new Date(cursor).toISOString()]])];
      });
      const scene = sceneOf(timers, now);
      const plan = planCell(minutes * MINUTE, scene);
      const kept = plan.kind === 'shorten' ? plan.changes : [];
      const rest = timers.flatMap((timer) => kept.find((change) => change.timer.id === timer.id)?.spans ?? timer.spans);
      const added = plan.kind === 'add' ? plan.spans : [];
      const after = [
        ...rest.map((span) => ({ from: Date.parse(span.started_at), to: Date.parse(span.ended_at ?? '') })),
        ...added,
      ].sort((left, right) => left.from - right.from);
      for (const [index, span] of after.entries()) expect(span.from).toBeGreaterThanOrEqual(after[index - 1]?.to ?? 0);
      const total = after.reduce((ms, { from, to }) => ms + to - from, 0);
      expect(total).toBe(plan.kind === 'rejected' ? scene.cell.ms : minutes * MINUTE);
    }),
  );
});
