import { expect, test } from 'vitest';
import { parseProcess, parseTicks, ticksBelow } from '#/bench/figures/processor-times.ts';

test('idle and waiting for a disk are not busy, time stolen by the host is', () => {
  const stat = 'cpu  100 10 50 800 30 1 4 5 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n';
  expect(parseTicks(stat)).toEqual({ all: 1_000, busy: 170 });
});

test('a process is read whatever its name', () => {
  const stat = '42 (a ) b) S 7 42 42 0 -1 4194304 100 0 0 0 11 5 3 1 20 0 1 0 100 0 0';
  expect(parseProcess(stat)).toEqual({ pid: 42, parent: 7, ticks: 20 });
});

test('ticks are summed over all generations, and strangers are left out', () => {
  const processes = [
    { pid: 1, parent: 0, ticks: 1_000 },
    { pid: 10, parent: 1, ticks: 1 },
    { pid: 11, parent: 10, ticks: 20 },
    { pid: 12, parent: 11, ticks: 300 },
    { pid: 99, parent: 1, ticks: 5_000 },
  ];
  expect(ticksBelow(10, processes)).toBe(321);
});
