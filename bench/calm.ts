import { setTimeout as delay } from 'node:timers/promises';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

/** Something measured while the processors were watched; null if the system does not report it. */
type Watched = { shares: Shares | null };

/** Other programs that take more of the machine than this disturb a measurement. */
const DISTURBED_SHARE = 0.1;
const LOOK_MS = 1_000;
const MAX_ATTEMPTS = 6;

/** Whether other programs disturbed this measurement. */
export function isDisturbed({ shares }: Watched): boolean {
  return (shares?.others ?? 0) > DISTURBED_SHARE;
}

/**
 * Keeps other programs out of the figures as far as time allows: waits until they leave the machine alone, and repeats
 * runs that they disturbed, whatever the result. The total time for that is limited.
 */
export class Calm {
  #leftMs: number;
  readonly #log: (line: string) => void;
  readonly #look: () => Promise<Shares | null>;

  /** `look` returns how busy the machine is now. */
  constructor(budgetMs: number, log: (line: string) => void, look = lookForAMoment) {
    this.#leftMs = budgetMs;
    this.#log = log;
    this.#look = look;
  }

  /** Measures until a run is undisturbed, or time or attempts are used up; then the least disturbed counts. */
  async measure<T extends Watched>(name: string, work: () => Promise<T>): Promise<T> {
    const attempts: T[] = [];
    while (attempts.length < MAX_ATTEMPTS) {
      await this.#wait();
      const began = performance.now();
      const result = await work();
      attempts.push(result);
      if (!isDisturbed(result)) return result;
      this.#leftMs -= performance.now() - began;
      const again = this.#leftMs > 0 ? '; once more' : '';
      this.#log(`${name} │ other programs took ${percent(result.shares?.others)} of the machine${again}`);
      if (this.#leftMs <= 0) break;
    }
    return attempts.toSorted((a, b) => (a.shares?.others ?? 0) - (b.shares?.others ?? 0))[0] as T;
  }

  async #wait(): Promise<void> {
    const began = performance.now();
    while (this.#leftMs > performance.now() - began) {
      if (!isDisturbed({ shares: await this.#look() })) break;
    }
    const waitedMs = performance.now() - began;
    // The first look does not count as waiting: every measurement has one.
    if (waitedMs > 2 * LOOK_MS) this.#leftMs -= waitedMs;
  }
}

async function lookForAMoment(): Promise<Shares | null> {
  const stop = watchProcessors();
  await delay(LOOK_MS);
  return stop();
}

/** A share for people, e.g. `12 %`. */
export function percent(share: number | undefined): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}
