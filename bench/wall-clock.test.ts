import { afterEach, expect, test, vi } from 'vitest';
import { nowUs, rfc3339, setClock } from '#/bench/wall-clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A machine on which reading the clock takes 100 µs, or first the times in `looks`. */
function machineClock({ driftUs, looks }: { driftUs: number; looks: number[] }) {
  const clock = { us: Math.ceil(performance.timeOrigin) * 1000 };
  const startUs = clock.us;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    clock.us += looks.shift() ?? 100;
    return Math.floor(clock.us / 1000);
  });
  vi.spyOn(performance, 'now').mockImplementation(() => (clock.us - startUs + driftUs) / 1000);
  return clock;
}

test.each([
  ['fast', 40_000],
  ['slow', -40_000],
])(
  'the clock equals the machine’s within one reading, although the process stalled once and its own clock was %s',
  (_how, driftUs) => {
    const clock = machineClock({ driftUs, looks: [100, 25_000] });
    setClock();
    expect(Math.abs(nowUs() - clock.us)).toBeLessThanOrEqual(100);
  },
);

test('instants are formatted to the microsecond', () => {
  expect(rfc3339(Date.UTC(2026, 10, 21, 14) * 1000 + 123_456)).toBe('2026-11-21T14:00:00.123456Z');
  expect(rfc3339(Date.UTC(2026, 10, 21, 14) * 1000 + 7)).toBe('2026-11-21T14:00:00.000007Z');
  expect(rfc3339(Date.UTC(2026, 10, 21, 14) * 1000 - 1)).toBe('2026-11-21T13:59:59.999999Z');
});
