import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { BusyTime, placeInDay, type Stretch } from '#/lib/tracking/imports/place-entries.ts';

const busyOf = (...stretches: Stretch[]) =>
  new BusyTime(stretches.map((stretch) => ({ ...stretch, timerId: null, line: null, label: '' })));

describe('occupied time', () => {
  test('touching is no overlap, and empty stretches take no time', () => {
    const busy = busyOf({ start: 10, end: 20 }, { start: 30, end: 30 });
    expect(busy.overlapping({ start: 0, end: 10 })).toEqual([]);
    expect(busy.overlapping({ start: 20, end: 40 })).toEqual([]);
    expect(busy.free({ start: 5, end: 25 })).toEqual([
      { start: 5, end: 10 },
      { start: 20, end: 25 },
    ]);
  });

  test('the free parts of any stretch are that stretch minus occupied time, minute by minute', () => {
    const stretch = fc
      .tuple(fc.nat(60), fc.integer({ min: 1, max: 12 }))
      .map(([start, ms]) => ({ start, end: start + ms }));
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), stretch, (wanted, requested) => {
        const busy = busyOf();
        const taken = new Set<number>();
        for (const one of wanted) {
          if (busy.overlapping(one).length > 0) continue;
          busy.take({ ...one, timerId: null, line: null, label: '' });
          for (let at = one.start; at < one.end; at += 1) taken.add(at);
        }
        const free = busy
          .free(requested)
          .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
        const expected = Array.from({ length: requested.end - requested.start }, (_, at) => requested.start + at);
        expect(free).toEqual(expected.filter((at) => !taken.has(at)));
      }),
      { seed: 26, numRuns: 500 },
    );
  });
});

describe('an entry without clock times', () => {
  const LATER = Date.parse('2026-12-01T00:00:00Z');
  const at = (text: string) => Date.parse(text);
  const place = (busy: BusyTime, hours: number, date = '2026-03-04', now = LATER) => {
    const found = placeInDay(
      busy,
      { date, ms: hours * HOUR_MS },
      { timeZone: 'Europe/Berlin', placeFrom: '09:00', now },
    );
    return found && [new Date(found.start).toISOString(), new Date(found.end).toISOString()];
  };

  test('begins at the chosen time of day, or when the occupied time there ends', () => {
    expect(place(busyOf(), 2)).toEqual(['2026-03-04T08:00:00.000Z', '2026-03-04T10:00:00.000Z']);
    const taken = { start: at('2026-03-04T08:00:00Z'), end: at('2026-03-04T10:30:00Z') };
    expect(place(busyOf(taken), 2)?.[0]).toBe('2026-03-04T10:30:00.000Z');
  });

  test('goes before that time when the rest of the day is too short for it', () => {
    expect(place(busyOf(), 17.25)?.[0]).toBe('2026-03-03T23:00:00.000Z');
  });

  test('does not fit into a day that is full, or not long enough', () => {
    expect(place(busyOf(), 23, '2026-03-29')).not.toBeNull();
    expect(place(busyOf(), 24, '2026-03-29')).toBeNull();
    expect(place(busyOf({ start: at('2026-03-03T00:00:00Z'), end: at('2026-03-06T00:00:00Z') }), 1)).toBeNull();
  });

  test('never goes beyond now', () => {
    expect(place(busyOf(), 2, '2026-03-04', at('2026-03-04T09:00:00Z'))?.[0]).toBe('2026-03-03T23:00:00.000Z');
  });
});
