import { expect, test } from 'vitest';
import { inProcessorTime } from '#/test/processor-time.ts';

const MAIN = { ph: 'X', pid: 1, tid: 7 };
const turn = { ...MAIN, name: 'ThreadControllerImpl::RunTask', ts: 1_000, dur: 400, tdur: 100 };

test('a task is as long as the processor worked on it, and events within it shrink in proportion', () => {
  const inside = { ...MAIN, name: 'FunctionCall', ts: 1_200, dur: 200 };
  const events = [inside, { ...turn }];
  inProcessorTime(events);
  expect(events).toEqual([
    { ...inside, ts: 1_050, dur: 50 },
    { ...turn, dur: 100 },
  ]);
});

test('events between tasks, on other threads, or without a duration stay where they are', () => {
  const others = [
    { ...MAIN, name: 'Commit', ts: 1_500, dur: 10 },
    { ...MAIN, name: 'FunctionCall', tid: 8, ts: 1_200, dur: 200 },
    { ...MAIN, name: 'firstPaint', ph: 'R', ts: 1_300 },
  ];
  const events = [{ ...turn }, ...others.map((event) => ({ ...event }))];
  inProcessorTime(events);
  expect(events.slice(1)).toEqual(others);
});

test('a task that was never interrupted is unchanged', () => {
  const events = [{ ...turn, tdur: 405 }];
  inProcessorTime(events);
  expect(events).toEqual([{ ...turn, tdur: 405 }]);
});
