import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import {
  boundedAt,
  CLOSES_WITHIN_MS,
  type Collision,
  collisionOf,
  markOffline,
  type OfflineTimerAction,
  OPENS_WITHIN_MS,
  proposalFor,
} from '#/lib/tracking/offline/offline-action.ts';
import type { Span, Timer } from '#/lib/tracking/timers/timer.ts';
import type { TimerStatus } from '#/lib/tracking/timers/timer-schemas.ts';

const START = Date.parse('2026-03-10T09:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS);
const span = (from: number, to: number | null, origin: Span['origin'] = 'live'): Span => ({
  id: String(from),
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
  origin,
});

/** Worked from 0 to 10 and from 20 on, to 30 unless it runs. Version 4. */
function timer(status: TimerStatus): Timer {
  const spans = [span(0, 10), span(20, status === 'running' ? null : 30)];
  const isOpen = status === 'running' || status === 'paused';
  return {
    id: 't',
    status,
    spans,
    cycles: [],
    version: 4,
    startedAt: at(0),
    endedAt: isOpen ? null : at(30),
  } as unknown as Timer;
}

const STATES: TimerStatus[] = ['running', 'paused', 'stopped', 'completed', 'discarded'];
const ACTIONS: OfflineTimerAction[] = ['pause', 'resume', 'stop'];
const NOW = at(60);

describe('a late offline action', () => {
  const cells = STATES.flatMap((status) => ACTIONS.map((action) => [action, status] as const));

  test.each(cells)('%s of a timer that is %s and unchanged since it was seen does not collide', (kind, status) => {
    expect(collisionOf(timer(status), { kind, at: at(40), seen: [4] }, NOW)).toBeNull();
  });

  test.each(cells)('%s of a timer that is %s, and has changed since it was seen, collides', (kind, status) => {
    const isOpen = status === 'running' || status === 'paused';
    const wanted: Collision = isOpen ? 'timer_changed' : 'timer_ended';
    expect(collisionOf(timer(status), { kind, at: at(40), seen: [3] }, NOW)).toBe(wanted);
  });

  test.each(cells)('%s of a timer that is %s without a version that was seen', (kind, status) => {
    const late = { kind, seen: null };
    const wanted = status === 'running' || status === 'paused' ? null : 'timer_ended';
    expect(collisionOf(timer(status), { ...late, at: at(40) }, NOW)).toBe(wanted);
    // Something was recorded after the action, so the timer was in another state then.
    expect(collisionOf(timer(status), { ...late, at: at(19) }, NOW)).toBe(wanted ?? 'timer_changed');
  });

  test.each([
    ['pause', CLOSES_WITHIN_MS],
    ['stop', CLOSES_WITHIN_MS],
    ['resume', OPENS_WITHIN_MS],
  ] as const)('%s counts within its window, not a millisecond longer', (kind, windowMs) => {
    const late = { kind, at: at(40), seen: [4] };
    const end = at(40).getTime() + windowMs;
    expect(collisionOf(timer('paused'), late, new Date(end))).toBeNull();
    expect(collisionOf(timer('paused'), late, new Date(end + 1))).toBe('too_long_ago');
  });

  test('may be a few seconds before what was seen, and then counts from there', () => {
    const early = (ms: number) => new Date(at(20).getTime() - ms);
    const late = (ms: number) => ({ kind: 'stop' as const, at: early(ms), seen: [4] });
    expect(collisionOf(timer('running'), late(10_000), NOW)).toBeNull();
    expect(boundedAt(timer('running'), early(10_000))).toEqual(at(20));
    expect(collisionOf(timer('running'), late(10_001), NOW)).toBe('timer_changed');
  });
});

describe('the proposal', () => {
  const propose = (status: TimerStatus, action: OfflineTimerAction, minutes = 40) =>
    proposalFor(timer(status), action, at(minutes), NOW)?.kind ?? null;

  test.each<[OfflineTimerAction, Record<TimerStatus, string | null>]>([
    ['pause', { running: 'action', paused: null, stopped: 'correct', completed: 'correct', discarded: null }],
    ['stop', { running: 'action', paused: 'action', stopped: 'correct', completed: 'correct', discarded: null }],
    ['resume', { running: null, paused: 'action', stopped: 'add', completed: 'add', discarded: null }],
  ])('for %s, by the state of the timer', (kind, wanted) => {
    expect(Object.fromEntries(STATES.map((status) => [status, propose(status, kind)]))).toEqual(wanted);
  });

  test('is empty when work has begun since, and nothing could be cut off', () => {
    expect(propose('running', 'stop', 15)).toBeNull();
    expect(propose('stopped', 'stop', 0)).toBeNull();
  });

  test('is the time up to the action, shorter or longer than the recorded time', () => {
    const ends = (minutes: number) => {
      const proposal = proposalFor(timer('stopped'), 'stop', at(minutes), NOW);
      return proposal?.kind === 'correct' ? proposal.spans.map(({ ended_at }) => ended_at) : null;
    };
    expect(ends(25)).toEqual([at(10), at(25)].map((one) => one.toISOString()));
    expect(ends(5)).toEqual([at(5).toISOString()]);
    expect(ends(40)).toEqual([at(10), at(40)].map((one) => one.toISOString()));
  });

  test('is never an action that is too old', () => {
    const later = new Date(at(40).getTime() + 8 * DAY_MS);
    expect(proposalFor(timer('running'), 'stop', at(40), later)).toBeNull();
    expect(proposalFor(timer('paused'), 'resume', at(40), later)?.kind).toBe('add');
  });
});

test('an offline action marks only the ends that it set, and earlier marks stay', () => {
  const before = { ...timer('running'), spans: [span(0, 10), span(20, null)] };
  const origins = (spans: Span[]) => markOffline(before, { ...before, spans }).spans.map(({ origin }) => origin);
  expect(origins([span(0, 10), span(20, 40, 'back_dated')])).toEqual(['live', 'offline']);
  expect(origins([span(0, 10), span(20, null), span(50, null)])).toEqual(['live', 'live', 'offline']);
  const expected = { ...before, spans: [span(20, null, 'corrected')] };
  expect(markOffline(expected, { ...expected, spans: [span(20, 40, 'corrected')] }).spans[0]?.origin).toBe('corrected');
});
