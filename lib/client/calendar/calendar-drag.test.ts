import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAxis } from '#/lib/client/calendar/calendar-axis.ts';
import {
  dragError,
  dragged,
  drawn,
  MIN_MS,
  onDay,
  rangeOf,
  SNAPS,
  snapped,
  withSpan,
} from '#/lib/client/calendar/calendar-drag.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const DAY = Date.parse('2026-11-19T00:00:00Z');
const at = (time: string) => Date.parse(`2026-11-19T${time}:00Z`);
const quarter = (instant: number) => snapped(instant, 15 * MINUTE_MS, DAY);

describe('a dragged stretch', () => {
  const range = { from: at('09:07'), to: at('10:07') };

  it('keeps its length when it is moved, and begins at a step', () => {
    expect(dragged(range, 'move', 20 * MINUTE_MS, quarter)).toEqual({ from: at('09:30'), to: at('10:30') });
  });

  it('changes only the dragged edge, and never flips', () => {
    expect(dragged(range, 'end', 30 * MINUTE_MS, quarter)).toEqual({ from: at('09:07'), to: at('10:30') });
    expect(dragged(range, 'start', 5 * HOUR_MS, quarter)).toEqual({ from: at('10:06'), to: at('10:07') });
    expect(dragged(range, 'end', -5 * HOUR_MS, quarter)).toEqual({ from: at('09:07'), to: at('09:08') });
  });

  it('is drawn upward as well as downward, at least one step long', () => {
    const up = drawn(at('10:02'), at('09:01'), 15 * MINUTE_MS, quarter);
    expect(up).toEqual({ from: at('09:00'), to: at('10:00') });
    expect(drawn(at('10:02'), at('10:03'), 15 * MINUTE_MS, quarter)).toEqual({ from: at('10:00'), to: at('10:15') });
  });

  it('is always valid, whatever part is dragged and however far', () => {
    const grips = fc.constantFrom('move' as const, 'start' as const, 'end' as const);
    fc.assert(
      fc.property(grips, fc.integer({ min: -3e8, max: 3e8 }), fc.constantFrom(...SNAPS), (grip, by, minutes) => {
        const moved = dragged(range, grip, by, (instant) => snapped(instant, minutes * MINUTE_MS, DAY));
        expect(moved.to - moved.from).toBeGreaterThanOrEqual(MIN_MS);
        if (grip === 'move') expect(moved.to - moved.from).toBe(range.to - range.from);
        if (grip !== 'start') expect(grip === 'move' || moved.from === range.from).toBe(true);
      }),
    );
  });

  it('moves to another day at the same time of day, even if the day has 23 hours', () => {
    const days = [
      { date: '2026-03-28', from: Date.parse('2026-03-27T23:00:00Z'), to: Date.parse('2026-03-28T23:00:00Z') },
      { date: '2026-03-29', from: Date.parse('2026-03-28T23:00:00Z'), to: Date.parse('2026-03-29T22:00:00Z') },
    ];
    const axis = createAxis(days, 'Europe/Stockholm');
    const [saturday, sunday] = axis.days as [(typeof axis.days)[number], (typeof axis.days)[number]];
    const nine = { from: Date.parse('2026-03-28T08:00:00Z'), to: Date.parse('2026-03-28T09:30:00Z') };
    expect(onDay(axis, nine, saturday, sunday)).toEqual({
      from: Date.parse('2026-03-29T07:00:00Z'),
      to: Date.parse('2026-03-29T08:30:00Z'),
    });
  });
});

describe('a stretch is rejected', () => {
  const other = stoppedTimer([['11:00', '12:00']]);
  const timer = stoppedTimer([
    ['08:00', '09:00'],
    ['09:30', '10:00'],
  ]);
  const timers = [timer, other];
  const now = at('15:00');
  const check = (from: string, to: string, spanIndex = 0) =>
    dragError(timers, { from: at(from), to: at(to) }, { timer, spanIndex }, now);

  it('over other time, including that of the same timer, which is named', () => {
    expect(check('10:30', '11:30')).toEqual({ kind: 'overlap', timer: other, from: at('11:00'), to: at('12:00') });
    expect(check('08:30', '09:31')).toMatchObject({ kind: 'overlap', timer, from: at('09:30') });
  });

  it('over the running time, up to now', () => {
    const running = timerJson({
      spans: [spanJson('2026-11-19T14:00:00Z', null, 'r')],
    });
    expect(dragError([running], { from: at('13:30'), to: at('14:15') }, null, now)).toMatchObject({
      kind: 'overlap',
    });
  });

  it('in the future', () => expect(check('14:30', '15:01')).toEqual({ kind: 'future' }));

  it('a stretch that touches another, or stays where it was, is accepted', () => {
    expect(check('10:00', '11:00')).toBeNull();
    expect(check('08:00', '09:15')).toBeNull();
  });
});

describe('the spans of a timer', () => {
  const timer = stoppedTimer([
    ['08:00', '09:00'],
    ['09:30', '10:00'],
  ]);

  it('stay ordered after one was moved past another, and the others are unchanged', () => {
    const spans = withSpan(timer, 0, { from: at('13:00'), to: at('14:00') });
    expect(spans.map(({ started_at, origin }) => [started_at.slice(11, 16), origin])).toEqual([
      ['09:30', timer.spans[1]?.origin],
      ['13:00', 'corrected'],
    ]);
  });

  it('can lose one', () => expect(withSpan(timer, 0, null)).toEqual([timer.spans[1]]));

  it('stay open when the timer is running', () => {
    const running = timerJson();
    const range = { ...rangeOf(running, 0, at('12:00')), from: at('09:15') };
    expect(withSpan(running, 0, range)[0]).toMatchObject({ started_at: '2026-11-19T09:15:00.000Z', ended_at: null });
  });
});
