import { expect, test } from 'vitest';
import { type Ledger, latenessOf } from '#/bench/figures/lateness.ts';

const DUE = Date.UTC(2026, 10, 21) * 1000;

/** A ledger of alarms that arrived this many milliseconds after `DUE`; null for never. */
function ledgerOf(arrivals: (number | null)[], requests?: number[]): Ledger {
  return {
    firstUs: Float64Array.from(arrivals, (ms) => (ms === null ? 0 : DUE + ms * 1000)),
    requests: Uint32Array.from(requests ?? arrivals.map((ms) => (ms === null ? 0 : 1))),
    otherIds: 0,
    unknown: 0,
  };
}
const sameDue = (count: number) => new Float64Array(count).fill(DUE);

test('lateness is arrival minus due', () => {
  const seen = latenessOf(sameDue(4), ledgerOf([1, 2, 3, 40.5]));
  expect(seen).toMatchObject({ asked: 4, received: 4, lost: 0, early: 0, duplicates: 0 });
  expect(seen).toMatchObject({ p50Ms: 2, p99Ms: 40.5, maxMs: 40.5, spanMs: 40.5 });
});

test('an alarm that never arrived is lost, and does not count as late', () => {
  const seen = latenessOf(sameDue(3), ledgerOf([5, null, 6]));
  expect(seen).toMatchObject({ received: 2, lost: 1, maxMs: 6 });
});

test('an alarm that arrived before its due instant is early, by however little', () => {
  const seen = latenessOf(sameDue(3), ledgerOf([-0.001, 0, 1]));
  expect(seen).toMatchObject({ early: 1, lost: 0 });
});

test('every request after the first is a duplicate', () => {
  const seen = latenessOf(sameDue(3), ledgerOf([1, 1, null], [3, 1, 0]));
  expect(seen).toMatchObject({ duplicates: 2, received: 2, lost: 1 });
});

test('a ledger without arrivals has no figures', () => {
  const seen = latenessOf(sameDue(2), ledgerOf([null, null]));
  expect(seen).toMatchObject({ received: 0, lost: 2 });
  expect(seen.p99Ms).toBeNaN();
  expect(seen.spanMs).toBeNaN();
});

test('arrivals beyond the counted number are ignored', () => {
  const seen = latenessOf(sameDue(3), ledgerOf([1, 2, 9_000]), 2);
  expect(seen).toMatchObject({ asked: 2, maxMs: 2 });
});

test('the drawn curve rises', () => {
  const { curve } = latenessOf(sameDue(1_000), ledgerOf(Array.from({ length: 1_000 }, (_, i) => i)));
  const heights = curve.map(([, ms]) => ms);
  expect([...heights].sort((a, b) => a - b)).toEqual(heights);
});
