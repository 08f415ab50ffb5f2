import { expect, test } from 'vitest';
import { latenessOf } from '#/bench/figures/lateness.ts';
import type { ParticipantName } from '#/bench/participant.ts';
import { latenessSvg } from '#/bench/report/lateness-svg.ts';
import { measured } from '#/bench/scenarios/lateness.ts';

function participant(name: ParticipantName, lateMs: number[]) {
  const dueUs = new Float64Array(lateMs.length).fill(1_000_000);
  const firstUs = Float64Array.from(lateMs, (ms) => (Number.isNaN(ms) ? 0 : 1_000_000 + ms * 1000));
  const requests = Uint32Array.from(lateMs, (ms) => (Number.isNaN(ms) ? 0 : 1));
  const lateness = latenessOf(dueUs, { firstUs, requests, otherIds: 0, unknown: 0 });
  return measured(name, [{ ...lateness, createdPerSecond: 1, clockOffsetsUs: [0, 0], shares: null }]);
}

const svg = latenessSvg([
  {
    perSecond: 3_000,
    seconds: 10,
    participants: [participant('pg-boss', [200, 400, Number.NaN]), participant('ours', [1, 2, 3])],
  },
]);

test('the picture names the rate and all participants with a figure, the fastest first', () => {
  expect(svg).toContain('3,000 alarms/s for 10 s');
  expect(svg.indexOf('>ours<')).toBeLessThan(svg.indexOf('>pg-boss<'));
  expect(svg).toContain('p99 3.0 ms');
});

test('a participant that lost alarms is marked as such', () => expect(svg).toContain('1 not in time'));

test('every point is a number inside the picture', () => {
  const points = [...svg.matchAll(/points="([^"]+)"/g)].flatMap((match) => (match[1] ?? '').split(/[ ,]/).map(Number));
  expect(points.length).toBeGreaterThan(100);
  expect(points.every((value) => value >= 0 && value <= 760)).toBe(true);
});
