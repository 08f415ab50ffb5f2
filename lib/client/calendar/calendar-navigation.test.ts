import { describe, expect, it } from 'vitest';
import { nextStop, type Stop, stopAfterDeleting } from '#/lib/client/calendar/calendar-navigation.ts';

const DATE = '2026-11-19';
let top = 0;

function stop(id: string): Stop {
  top += 1;
  const isBlock = id.includes('/');
  const [date = DATE] = isBlock ? id.split('/') : [DATE];
  return { id, date, top, at: top, blockId: isBlock ? id : null };
}

const day = (...ids: string[]) => ids.map(stop);
const gone = (spanIndex: number) => ({ timerId: 'long', spanIndex });

describe('after a block is deleted the focus moves', () => {
  it('to the next span of the same timer, which has its place by then', () => {
    const stops = [day(`${DATE}/long/0`, `${DATE}/long/1`, `${DATE}/long/2`)];
    expect(stopAfterDeleting(stops, stops[0]?.[1] as Stop, gone(1))).toBe(`${DATE}/long/1`);
  });

  it('to the previous span if it was the last of the day', () => {
    const stops = [day(`${DATE}/long/0`, `${DATE}/long/1`)];
    expect(stopAfterDeleting(stops, stops[0]?.[1] as Stop, gone(1))).toBe(`${DATE}/long/0`);
  });

  it('to what is between them: another timer, or a free hour', () => {
    for (const between of [`${DATE}/other/3`, `${DATE}@1`]) {
      const stops = [day(`${DATE}/long/0`, between, `${DATE}/long/1`)];
      expect(stopAfterDeleting(stops, stops[0]?.[0] as Stop, gone(0))).toBe(between);
    }
  });

  it('nowhere on a day without anything else', () => {
    const stops = [day(`${DATE}/long/0`), day(`2026-11-20/long/1`)];
    expect(stopAfterDeleting(stops, stops[0]?.[0] as Stop, gone(0))).toBeNull();
  });
});

describe('the next stop', () => {
  it('sideways is the nearest one, on the next day with any', () => {
    const [left, far, near] = [stop(`${DATE}/a/0`), stop('2026-11-21/b/0'), stop('2026-11-21/c/0')];
    const stops = [
      [left],
      [],
      [
        { ...far, top: left.top + 90 },
        { ...near, top: left.top + 10 },
      ],
    ];
    expect(nextStop(stops, left, 'right')?.id).toBe('2026-11-21/c/0');
    expect(nextStop(stops, left, 'left')).toBeNull();
  });
});
