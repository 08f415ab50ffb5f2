import type { Micros } from '#/lib/core/micros.ts';

/** Whole scans run at most this often, and take no more than this fraction of the time. */
const WHOLE_EVERY_MS = 5_000;
const FULL_SCAN_SHARE = 1 / 100;
const MAX_WHOLE_MS = 60_000;

/**
 * The place where a scan in time order begins. Fired alarms leave dead entries at the left of the index until the next
 * vacuum, and for as long as any old transaction lives; a scan from the very beginning steps over all of them
 * (measured: 18 ms for 60,000). So it begins a little before the place up to which nothing was found the last time, and
 * only now and then at the beginning, since a row may turn up late.
 */
export class Watermark {
  readonly #slackUs: Micros;
  readonly #monotonic: () => number;
  #fromUs: Micros = 0;
  #wholeAgainMs = Number.NEGATIVE_INFINITY;

  /**
   * `slackUs`: how much later than its time a row may commonly turn up. `monotonic`: milliseconds, never going back.
   */
  constructor(slackUs: Micros, monotonic: () => number = () => performance.now()) {
    this.#slackUs = slackUs;
    this.#monotonic = monotonic;
  }

  /**
   * Scans up to `untilUs`. `query` gets the time to begin at, null for the very beginning, and returns the time up to
   * which nothing is left, null if it doesn't know.
   */
  async scan<T>(
    untilUs: Micros,
    query: (fromUs: Micros | null) => Promise<[found: T, clearUs: Micros | null]>,
  ): Promise<T> {
    const beganMs = this.#monotonic();
    const isWhole = beganMs >= this.#wholeAgainMs || this.#fromUs >= untilUs;
    // Not after the scan, which may miss rows that appear meanwhile.
    if (isWhole) this.#wholeAgainMs = Number.POSITIVE_INFINITY;
    const [found, clearUs] = await this.#query(query, isWhole);
    if (clearUs === null) {
      if (isWhole) this.reset();
      return found;
    }
    this.#fromUs = clearUs - this.#slackUs;
    if (this.#wholeAgainMs === Number.POSITIVE_INFINITY) this.#wholeAgainMs = this.#nextWhole(beganMs);
    return found;
  }

  /** An older row has appeared: the next scan is a full one. */
  reset(): void {
    this.#wholeAgainMs = Number.NEGATIVE_INFINITY;
  }

  async #query<A>(query: (fromUs: Micros | null) => Promise<A>, isWhole: boolean): Promise<A> {
    try {
      return await query(isWhole ? null : this.#fromUs);
    } catch (error) {
      this.reset();
      throw error;
    }
  }

  #nextWhole(beganMs: number): number {
    const endedMs = this.#monotonic();
    const tookMs = endedMs - beganMs;
    return endedMs + Math.min(MAX_WHOLE_MS, Math.max(WHOLE_EVERY_MS, tookMs / FULL_SCAN_SHARE));
  }
}
