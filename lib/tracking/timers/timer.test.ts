import { describe, expect, test } from 'vitest';
import { settle } from '#/lib/tracking/deadlines/due.ts';
import { capAt, elapsedMs, type TimerAction, type TimerState, transition } from '#/lib/tracking/timers/timer.ts';

const START = new Date('2026-03-10T09:00:00.000Z');
const MINUTE = 60_000;

function after(minutes: number): Date {
  return new Date(START.getTime() + minutes * MINUTE);
}

function timer(status: TimerState['status']): TimerState {
  const base = {
    startedAt: START,
    reasonBeforeDiscard: null,
    needsReview: false,
    capSeconds: 86_400,
    version: 4,
    plan: null,
    cycles: [],
  };
  const closed = [
    { id: 'a', startedAt: START, endedAt: after(10), origin: 'live' as const },
    { id: 'b', startedAt: after(20), endedAt: after(30), origin: 'live' as const },
  ];
  switch (status) {
    case 'running':
      return { ...base, status, endedAt: null, endReason: null, spans: [closed[0]!, { ...closed[1]!, endedAt: null }] };
    case 'paused':
      return { ...base, status, endedAt: null, endReason: null, spans: closed };
    case 'stopped':
      return { ...base, status, endedAt: after(30), endReason: 'stopped', spans: closed };
    case 'completed':
      return { ...base, status, endedAt: after(30), endReason: 'capped', needsReview: true, spans: closed };
    case 'discarded':
      return { ...base, status, endedAt: after(30), endReason: 'discarded', spans: closed };
  }
}

const ACTIONS: Record<string, TimerAction> = {
  pause: { kind: 'pause' },
  resume: { kind: 'resume', spanId: 'new' },
  stop: { kind: 'stop', reason: 'stopped' },
  switch: { kind: 'stop', reason: 'switched' },
  discard: { kind: 'discard' },
  restore: { kind: 'restore' },
};

type Outcome = TimerState['status'] | 'same' | 'rejected';
const TABLE: Record<TimerState['status'], Record<keyof typeof ACTIONS, Outcome>> = {
  running: {
    pause: 'paused',
    resume: 'same',
    stop: 'stopped',
    switch: 'stopped',
    discard: 'discarded',
    restore: 'same',
  },
  paused: {
    pause: 'same',
    resume: 'running',
    stop: 'stopped',
    switch: 'stopped',
    discard: 'discarded',
    restore: 'same',
  },
  stopped: {
    pause: 'rejected',
    resume: 'rejected',
    stop: 'same',
    switch: 'same',
    discard: 'discarded',
    restore: 'same',
  },
  completed: {
    pause: 'rejected',
    resume: 'rejected',
    stop: 'same',
    switch: 'same',
    discard: 'discarded',
    restore: 'same',
  },
  discarded: {
    pause: 'rejected',
    resume: 'rejected',
    stop: 'same',
    switch: 'same',
    discard: 'same',
    restore: 'paused',
  },
};

const rows = Object.entries(TABLE).flatMap(([status, actions]) =>
  Object.entries(actions).map(([action, outcome]) => ({ status: status as TimerState['status'], action, outcome })),
);

describe('every state by every action', () => {
  test.each(rows)('$action on a $status timer: $outcome', ({ status, action, outcome }) => {
    const before = timer(status);
    const result = transition(before, ACTIONS[action]!, after(40));
    if (outcome === 'rejected') return expect(result).toEqual({ kind: 'rejected', code: 'timer_ended' });
    if (outcome === 'same') return expect(result).toEqual({ kind: 'unchanged', timer: before });
    if (result.kind !== 'changed') throw new Error(`was ${result.kind}`);
    const next = result.timer;
    expect(next.status).toBe(outcome);
    expect(next.version).toBe(before.version + 1);
    expect(next.spans.filter((span) => !span.endedAt)).toHaveLength(outcome === 'running' ? 1 : 0);
    expect(next.endedAt === null).toBe(outcome === 'running' || outcome === 'paused');
    expect(next.endReason === null).toBe(next.endedAt === null);
    expect(elapsedMs(next, after(40))).toBe(elapsedMs(before, after(40)));
  });
});

describe('restoring a discarded timer', () => {
  const ways: [string, TimerState][] = [
    ['stopped', timer('stopped')],
    ['stopped by a switch', { ...timer('stopped'), endReason: 'switched' }],
    ['completed', timer('completed')],
    ['paused', timer('paused')],
  ];

  test.each(ways)('brings it back as it was: %s', (_what, before) => {
    expect(restored(before)).toEqual({ ...before, version: before.version + 2 });
  });

  test('pauses one that was running, its time closed at the instant of the discard', () => {
    const { spans, ...facts } = restored(timer('running'));
    expect(facts).toMatchObject({ status: 'paused', endedAt: null, endReason: null });
    expect(spans.at(-1)?.endedAt).toEqual(after(40));
  });

  function restored(before: TimerState): TimerState {
    const discarded = transition(before, { kind: 'discard' }, after(40));
    if (discarded.kind !== 'changed') throw new Error(discarded.kind);
    const result = transition(discarded.timer, { kind: 'restore' }, after(50));
    if (result.kind !== 'changed') throw new Error(result.kind);
    return result.timer;
  }
});

describe('time', () => {
  test('elapsed time is the sum of the spans, the open one up to now', () => {
    expect(elapsedMs(timer('running'), after(40))).toBe(30 * MINUTE);
    expect(elapsedMs(timer('paused'), after(500))).toBe(20 * MINUTE);
  });

  test('elapsed time is never negative, even for a reader whose now is before the start', () => {
    const just = { spans: [{ id: 'a', startedAt: after(5), endedAt: null, origin: 'live' as const }] };
    expect(elapsedMs(just, START)).toBe(0);
  });

  test('resuming at the instant of the pause makes spans that touch', () => {
    const result = transition(timer('paused'), { kind: 'resume', spanId: 'c' }, after(30));
    expect(result).toMatchObject({ kind: 'changed', timer: { spans: [{}, {}, { id: 'c', startedAt: after(30) }] } });
  });

  test.each(['pause', 'stop', 'discard'])(
    '%s after the clock was set back ends at the latest known instant',
    (action) => {
      const result = transition(timer('running'), ACTIONS[action]!, after(3));
      expect(result).toMatchObject({ kind: 'changed', timer: { spans: [{}, { endedAt: after(20) }] } });
    },
  );

  test('a resume after the clock was set back begins where the last span ended', () => {
    const result = transition(timer('paused'), { kind: 'resume', spanId: 'c' }, after(3));
    expect(result).toMatchObject({ timer: { spans: [{}, {}, { startedAt: after(30) }] } });
  });
});

describe('the cap', () => {
  const capped = (minutes: number) => ({ ...timer('running'), capSeconds: minutes * 60 });

  test('counts elapsed time, not pauses', () => {
    expect(capAt(capped(25))).toEqual(after(35));
  });

  test('does not apply to a paused timer', () => {
    expect(capAt({ ...timer('paused'), capSeconds: 1 })).toBeNull();
  });

  test('is now when the spans before the open one have used it up', () => {
    expect(capAt(capped(5))).toEqual(after(20));
  });

  test('leaves the timer alone one millisecond before', () => {
    const running = capped(25);
    expect(settle(running, new Date(after(35).getTime() - 1))).toBe(running);
  });

  test.each([35, 36, 5000])('completes at exactly the cap, however late the timer is read (minute %i)', (minute) => {
    const done = settle(capped(25), after(minute));
    expect(done).toMatchObject({
      status: 'completed',
      endReason: 'capped',
      needsReview: true,
      endedAt: after(35),
      version: 5,
    });
    expect(elapsedMs(done, after(minute))).toBe(25 * MINUTE);
  });

  test.each(['paused', 'stopped', 'completed', 'discarded'] as const)('never touches a %s timer', (status) => {
    const other = { ...timer(status), capSeconds: 1 };
    expect(settle(other, after(10_000))).toBe(other);
  });
});
