import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alarmUpdates } from '#/lib/feed/subscription/alarm-updates.ts';

const SECOND_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function subscription() {
  const onUpdate = vi.fn();
  const { listener, stop } = alarmUpdates('w', onUpdate);
  const change = (times: number) => {
    for (let count = 0; count < times; count += 1) listener.onChange();
  };
  return { onUpdate, change, stop };
}

test('a change of alarms is reported at once', () => {
  const { onUpdate, change } = subscription();
  change(1);
  expect(onUpdate).toHaveBeenCalledTimes(1);
});

test('any number of changes of alarms within a second are reported together at its end', () => {
  const { onUpdate, change } = subscription();
  change(31);
  vi.advanceTimersByTime(SECOND_MS - 1);
  change(30);
  expect(onUpdate).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(onUpdate).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10 * SECOND_MS);
  expect(onUpdate).toHaveBeenCalledTimes(2);
});

test('constant changes of alarms are reported once a second', () => {
  const { onUpdate, change } = subscription();
  for (let tenth = 0; tenth < 100; tenth += 1) {
    change(1);
    vi.advanceTimersByTime(SECOND_MS / 10);
  }
  expect(onUpdate).toHaveBeenCalledTimes(11);
});

test('a change of alarms is reported at once again after a quiet second', () => {
  const { onUpdate, change } = subscription();
  change(1);
  vi.advanceTimersByTime(SECOND_MS);
  change(1);
  expect(onUpdate).toHaveBeenCalledTimes(2);
});

test('no changes of alarms are reported after stop', () => {
  const { onUpdate, change, stop } = subscription();
  change(2);
  stop();
  vi.advanceTimersByTime(10 * SECOND_MS);
  expect(onUpdate).toHaveBeenCalledTimes(1);
});
