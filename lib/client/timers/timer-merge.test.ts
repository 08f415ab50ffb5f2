import { describe, expect, it } from 'vitest';
import { mergeCurrent, mergeList } from '#/lib/client/timers/timer-merge.ts';
import type { CurrentTimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const SERVER_TIME = '2026-11-19T12:00:00.000Z';
const current = (change: Partial<CurrentTimerJson> = {}): CurrentTimerJson => ({
  timer: null,
  paused: [],
  elsewhere: null,
  questions: [],
  server_time: SERVER_TIME,
  ...change,
});
const list = (timers: TimerListJson['timers']): TimerListJson => ({
  timers,
  totals: {
    elapsed_ms: 0,
    as_of: SERVER_TIME,
    time_zone: 'UTC',
    days: ['2026-11-20', '2026-11-19'].map((date) => ({
      date,
      starts_at: `${date}T00:00:00.000Z`,
      ends_at: new Date(Date.parse(date) + 86_400_000).toISOString(),
      elapsed_ms: 0,
      timers: 0,
    })),
  },
  next_cursor: null,
  server_time: SERVER_TIME,
});

describe('updates of a timer, in the current timers', () => {
  const running = timerJson();

  it('a start replaces the running one', () => {
    const started = timerJson({ running_since: '2026-11-19T10:00:00.000Z' });
    expect(mergeCurrent(current({ timer: running }), started)).toEqual(current({ timer: started }));
  });

  it('late updates of an earlier start do not displace the later one', () => {
    const later = timerJson({ running_since: '2026-11-19T10:00:00.000Z' });
    expect(mergeCurrent(current({ timer: later }), running)).toEqual(current({ timer: later }));
  });

  it('a pause moves it to the paused ones, first', () => {
    const before = timerJson({ status: 'paused' });
    const paused = { ...running, status: 'paused' as const };
    expect(mergeCurrent(current({ timer: running, paused: [before] }), paused)).toEqual(
      current({ paused: [paused, before] }),
    );
  });

  it('a resume takes it from the paused ones', () => {
    const paused = { ...running, status: 'paused' as const };
    expect(mergeCurrent(current({ paused: [paused] }), running)).toEqual(current({ timer: running }));
  });

  it.each(['stopped', 'completed', 'discarded'] as const)('one that is %s is removed', (status) => {
    expect(mergeCurrent(current({ timer: running }), { ...running, status })).toEqual(current());
    expect(mergeCurrent(current({ paused: [running] }), { ...running, status })).toEqual(current());
  });

  it('an end of another timer leaves the running one alone', () => {
    expect(mergeCurrent(current({ timer: running }), stoppedTimer([['08:00', '09:00']]))).toEqual(
      current({ timer: running }),
    );
  });
});

describe('updates of a timer, in a list', () => {
  it('inserts a new one by its start', () => {
    const early = stoppedTimer([['08:00', '08:30']]);
    const late = stoppedTimer([['11:00', '11:30']]);
    const between = stoppedTimer([['10:00', '10:30']]);
    expect(mergeList(list([late, early]), between).timers).toEqual([late, between, early]);
  });

  it('replaces an existing one, and removes a discarded one', () => {
    const timer = timerJson();
    const renamed = { ...timer, title: 'Renamed' };
    expect(mergeList(list([timer]), renamed).timers).toEqual([renamed]);
    expect(mergeList(list([timer]), { ...timer, status: 'discarded' }).timers).toEqual([]);
  });

  it('excludes one of other days', () => {
    const lastWeek = stoppedTimer([['2026-11-12T08:00:00Z', '2026-11-12T09:00:00Z']]);
    expect(mergeList(list([]), lastWeek).timers).toEqual([]);
  });

  it('includes one that began before and is still running', () => {
    const old = timerJson({ spans: [spanJson('2026-11-18T20:00:00Z', null)] });
    expect(mergeList(list([]), old).timers).toEqual([old]);
  });
});
