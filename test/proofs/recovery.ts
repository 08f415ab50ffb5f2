import { setTimeout as delay } from 'node:timers/promises';

/** A check for something that has to recover; a rejection means no. */
export type Probe = { what: string; works: () => Promise<boolean> };

const POLL_MS = 500;

/**
 * Runs each of these checks repeatedly, even while earlier ones are pending, since those may wait on something silent.
 * Returns after how many milliseconds each worked for the first time; throws for one that never did.
 */
export async function recoveryOf(probes: readonly Probe[], withinMs: number): Promise<Record<string, number>> {
  const began = performance.now();
  const times = await Promise.all(probes.map(async (probe) => [probe.what, await firstTime(probe, began, withinMs)]));
  return Object.fromEntries(times);
}

async function firstTime({ what, works }: Probe, began: number, withinMs: number): Promise<number> {
  let workedMs: number | null = null;
  while (workedMs === null) {
    if (performance.now() - began > withinMs) throw new Error(`Not back within ${withinMs} ms: ${what}`);
    works().then(
      (does) => {
        if (does) workedMs ??= performance.now() - began;
      },
      () => {},
    );
    await delay(POLL_MS);
  }
  return Math.round(workedMs);
}
