import { vi } from 'vitest';

/** Long enough for a busy machine: half a minute is also enough to detect a missing result. */
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 20;

/**
 * Repeats an assertion until it passes, and returns its value; throws its last error after 30 s. Durations are measured
 * by `npm run bench`.
 */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: GIVE_UP_MS, interval: LOOK_EVERY_MS });
}
