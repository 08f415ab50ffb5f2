import { describe, expect, test } from 'vitest';
import { changesClosed } from '#/lib/tracking/closing/closed-time.ts';
import type { Stretch, Timer } from '#/lib/tracking/timers/timer.ts';

const TO = new Date('2026-04-01T00:00:00.000Z');
const CLOSED = { from: null, to: TO };
const at = (hours: number) => new Date(TO.getTime() + hours * 3_600_000);

function timer(stretches: [number, number | null][], change: Partial<Timer> = {}): Timer {
  const spans = stretches.map(([from, to], index): Stretch & { id: string } => ({
    id: String(index),
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
  }));
  return {
    status: 'stopped',
    userId: 'maya',
    title: 'Work',
    ticket: null,
    project: null,
    tags: [],
    spans,
    ...change,
  } as Timer;
}

const CLOSED_TIMER = timer([[-3, -1]]);
const ACROSS = timer([[-1, 2]]);

describe('closed time is changed by', () => {
  test.each<[string, Timer | null, Timer | null]>([
    ['time added to it', null, CLOSED_TIMER],
    ['time taken from it', CLOSED_TIMER, null],
    ['a discarded one', CLOSED_TIMER, timer([[-3, -1]], { status: 'discarded' })],
    ['a restored one', timer([[-3, -1]], { status: 'discarded' }), CLOSED_TIMER],
    ['an end dragged within it', CLOSED_TIMER, timer([[-3, -2]])],
    [
      'a pause cut into it',
      CLOSED_TIMER,
      timer([
        [-3, -2],
        [-1.5, -1],
      ]),
    ],
    ['an end dragged into it', ACROSS, timer([[-1, -0.5]])],
    ['a start dragged into it', timer([[0, 2]]), timer([[-0.001, 2]])],
    ['another title', CLOSED_TIMER, timer([[-3, -1]], { title: 'Other' })],
    ['another ticket', CLOSED_TIMER, timer([[-3, -1]], { ticket: { id: '1', key: 'A-1', title: '', url: null } })],
    ['another project', CLOSED_TIMER, timer([[-3, -1]], { project: { id: '1', name: 'A' } })],
    ['other tags', CLOSED_TIMER, timer([[-3, -1]], { tags: ['x'] })],
    ['another owner', CLOSED_TIMER, timer([[-3, -1]], { userId: 'jonas' })],
    ['a title, where only a part is in it', ACROSS, timer([[-1, 2]], { title: 'Other' })],
  ])('%s', (_what, before, after) => {
    expect(changesClosed({ before, after }, CLOSED)).toBe(true);
  });
});

describe('closed time is not changed by', () => {
  test.each<[string, Timer | null, Timer | null]>([
    ['time after it', timer([[0, 1]]), timer([[0, 2]])],
    ['a title of time after it', timer([[0, 1]]), timer([[0, 1]], { title: 'Other' })],
    ['the end of a span that begins before it', ACROSS, timer([[-1, 1]])],
    ['what runs since then, and ends now', timer([[-1, null]], { status: 'running' }), ACROSS],
    [
      'what runs since then, and pauses',
      timer([[-1, null]], { status: 'running' }),
      timer([[-1, 1]], { status: 'paused' }),
    ],
    [
      'a span after it that is added',
      ACROSS,
      timer([
        [-1, 2],
        [3, 4],
      ]),
    ],
    ['a review', timer([[-3, -1]], { needsReview: true }), timer([[-3, -1]], { needsReview: false })],
    ['a new timer after it', null, timer([[0, 1]])],
  ])('%s', (_what, before, after) => {
    expect(changesClosed({ before, after }, CLOSED)).toBe(false);
  });
});
