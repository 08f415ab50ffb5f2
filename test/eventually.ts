import { vi } from 'vitest';

/** Long enough for a machine with other work: what never comes is found as well after half a minute. */
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 20;

/**
 * Repeats an assertion until it passes, and returns its value; throws its last error after 30 s. Durations are for `npm
 * run bench`.
 */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: GIVE_UP_MS, interval: LOOK_EVERY_MS });
}
