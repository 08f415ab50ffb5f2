import { describe, expect, it } from 'vitest';
import { changedTimer } from '#/lib/client/timers/changed-timer.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, timerChange, timerJson } from '#/test/timer-json.ts';

describe('a change in an event', () => {
  const [morning, noon, evening] = [
    spanJson('2026-11-19T08:00:00.000Z', '2026-11-19T09:00:00.000Z', 'morning'),
    spanJson('2026-11-19T12:00:00.000Z', null, 'noon'),
    spanJson('2026-11-19T18:00:00.000Z', '2026-11-19T19:00:00.000Z', 'evening'),
  ];
  const closed = { ...noon, ended_at: '2026-11-19T13:00:00.000Z' };
  const before = timerJson({ spans: [morning, noon], version: 3 });
  const { span_count: _count, ...paused } = timerChange(before, {
    ...before,
    status: 'paused',
    spans: [morning, closed],
    version: 4,
  }).timer;
  const change = (spans: TimerJson['spans'], version = 4) =>
    timerChange(before, { ...before, status: 'paused', spans, version });

  it.each([
    ['with a span closed', [morning, closed]],
    ['with a span added', [morning, closed, evening]],
    ['with spans removed and one put before', [{ ...evening, started_at: morning.started_at }, closed]],
  ])('turns the shown timer into the changed one, %s', (_how, spans) => {
    expect(changedTimer(change(spans), before)).toMatchObject({ ...paused, spans });
  });

  it('has the whole new timer, whatever is shown', () => {
    const fresh = timerJson();
    expect(changedTimer(timerChange(null, fresh), null)).toMatchObject(fresh);
    expect(changedTimer(timerChange(null, fresh), timerJson({ version: 0.5 }))).toMatchObject(fresh);
  });

  it('of a process of the previous version is the timer itself', () => {
    const old = { timer: before } as never;
    expect(changedTimer(old, null)).toEqual(before);
    expect(changedTimer(old, before)).toEqual(before);
  });

  it('applied twice gives the same timer', () => {
    const once = changedTimer(change([morning, closed]), before);
    expect(changedTimer(change([morning, closed]), once)).toEqual(once);
  });

  it.each([
    ['nothing is shown', null],
    ['something older is shown', { ...before, version: 2 }],
    ['something predicted is shown', { ...before, version: 3.5 }],
  ])('returns null if %s', (_what, shown) => {
    expect(changedTimer(change([morning, closed]), shown)).toBeNull();
  });
});
