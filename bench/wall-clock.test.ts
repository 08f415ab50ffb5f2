import { expect, test } from 'vitest';
import { nowUs, rfc3339, setClock } from '#/bench/wall-clock.ts';

test('the clock is the machine’s, to less than a few milliseconds', () => {
  setClock();
  expect(Math.abs(nowUs() / 1000 - Date.now())).toBeLessThan(50);
});

test('instants are written to the microsecond', () => {
  expect(rfc3339(Date.UTC(2026, 10, 21, 14) * 1000 + 123_456)).toBe('2026-11-21T14:00:00.123456Z');
  expect(rfc3339(Date.UTC(2026, 10, 21, 14) * 1000 + 7)).toBe('2026-11-21T14:00:00.000007Z');
  expect(rfc3339(Date.UTC(2026, 10, 21, 14) * 1000 - 1)).toBe('2026-11-21T13:59:59.999999Z');
});
