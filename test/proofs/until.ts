import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for any machine: proofs show what happens, not how soon. A lease and a few retries fit into it. */
export const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 10;

/** Polls a state until it holds; reports what did not happen after a timeout. */
export async function until(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Resolves at an instant of `performance.now()`; at once if it has passed. */
export async function atInstant(monotonicMs: number): Promise<void> {
  const wait = monotonicMs - performance.now();
  if (wait > 0) await delay(wait);
}
