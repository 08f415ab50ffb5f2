import { expect, test } from 'vitest';
import type { Sample } from '#/test/soak/samples.ts';
import { soakSvg } from '#/test/soak/soak-svg.ts';

const sample = (seconds: number, change: Partial<Sample> = {}): Sample => ({
  seconds,
  memoryMb: { 'web one': 200, 'worker two': 120 },
  handles: { 'web one': 60 },
  tableMb: { alarms: 1.2 },
  indexMb: { alarms: 0.4 },
  deadRows: { alarms: 900 },
  vacuums: { alarms: 7 },
  databaseMb: 12,
  pending: 40,
  latenessP50: 2,
  latenessP99: 9,
  ...change,
});

const svg = soakSvg(
  [sample(0), sample(60, { latenessP50: null, latenessP99: null, memoryMb: { 'web one': 210 } }), sample(120)],
  [{ seconds: 60, words: 'worker two was killed' }],
);

test('every figure has a line with its last value, and actions are marked', () => {
  for (const name of [
    'p50 2',
    'p99 9',
    'web one 200',
    'worker two 120',
    'alarms 1.2',
    'alarms 0.4',
    'alarms 900',
    'alarms 7',
  ]) {
    expect(svg).toContain(`>${name}<`);
  }
  expect(svg).toContain('worker two was killed');
});

test('a figure without a value at an instant skips it, and no point is outside of the picture', () => {
  const lines = [...svg.matchAll(/points="([^"]*)"/g)].map((match) => (match[1] ?? '').split(' '));
  expect(lines.map((points) => points.length)).toEqual([2, 2, 3, 3, 2, 3, 3, 3, 3, 3]);
  const numbers = lines.flatMap((points) => points.flatMap((point) => point.split(',').map(Number)));
  expect(numbers.every((value) => value >= 0 && value <= 760)).toBe(true);
});
