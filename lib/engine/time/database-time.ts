import { type Micros, MS_US } from '#/lib/core/micros.ts';

/** Clocks of two machines drift apart by less than this: 200 millionths. */
const DRIFT = 200e-6;
/** How far the database's clock moved forward, beyond what latency explains. A smaller step outlasts no lease. */
const STEP_US = 100 * MS_US;

/** The database time of a reading of the monotonic clock: that reading plus between `aheadUs` and `highestUs`. */
type Sample = { aheadUs: number; highestUs: number; atMs: number; uncertaintyMs: number };

const UNKNOWN: Sample = {
  aheadUs: Number.NEGATIVE_INFINITY,
  highestUs: Number.NEGATIVE_INFINITY,
  atMs: 0,
  uncertaintyMs: 0,
};

/**
 * The database's time, estimated in this process without a query each time, and never ahead of it. A response that
 * carries the time t was made before it arrived, so at its arrival the database's time is t or later; from then on the
 * monotonic clock counts, a little slower than it runs. The sample that gives the latest time is used. A sample that
 * proves the estimate to be ahead, as when the database's clock was set back, replaces it; one that can't be explained
 * without a step forward is remembered as one.
 */
export class DatabaseTime {
  readonly #monotonic: () => number;
  #sample = UNKNOWN;
  /** The estimate from before the clock was set, for instants before that was noticed. */
  #beforeStep: Sample | null = null;
  #steppedAtMs = Number.NEGATIVE_INFINITY;
  #forwardAtMs = Number.NEGATIVE_INFINITY;

  /** `monotonic`: milliseconds of a clock that never goes back. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Adds a sample: a time that the database returned to a query sent and received at these instants. */
  observe(databaseUs: Micros, sentMs: number, receivedMs: number): void {
    const aheadUs = databaseUs - receivedMs * MS_US;
    const highestUs = databaseUs - sentMs * MS_US;
    const retainedUs = this.#lowest(this.#sample, receivedMs);
    const isBack = retainedUs > highestUs;
    if (aheadUs < retainedUs && !isBack) return;
    const isForward = this.isKnown && aheadUs > this.#highest(receivedMs) + STEP_US;
    if (isForward) this.#forwardAtMs = receivedMs;
    if (isForward || isBack) {
      this.#beforeStep = this.#sample;
      this.#steppedAtMs = receivedMs;
    }
    this.#sample = { aheadUs, highestUs, atMs: receivedMs, uncertaintyMs: receivedMs - sentMs };
  }

  /** Runs `query`, which returns the database's time, and adds it as a sample. */
  async measure<T extends { nowUs: Micros }>(query: () => Promise<T>): Promise<T> {
    const sentMs = this.#monotonic();
    const response = await query();
    this.observe(response.nowUs, sentMs, this.#monotonic());
    return response;
  }

  /** True once the database's time is known. */
  get isKnown(): boolean {
    return Number.isFinite(this.#sample.aheadUs);
  }

  /** How far the estimate may be behind, in milliseconds. */
  get uncertaintyMs(): number {
    return this.#sample.uncertaintyMs;
  }

  /** For how long the database's clock has not been set forward, in milliseconds. Infinity: never, as far as is known. */
  get sinceForwardStepMs(): number {
    return this.#monotonic() - this.#forwardAtMs;
  }

  nowUs(): Micros {
    return this.at(this.monotonicMs());
  }

  /** For measuring durations: a clock that is never set, in milliseconds. */
  monotonicMs(): number {
    return this.#monotonic();
  }

  /** The instant that a reading of the monotonic clock stands for, as known then if the clock was set since. */
  at(monotonicMs: number): Micros {
    const known = monotonicMs < this.#steppedAtMs && this.#beforeStep;
    return Math.floor(monotonicMs * MS_US + this.#lowest(known || this.#sample, monotonicMs));
  }

  #lowest({ aheadUs, atMs }: Sample, monotonicMs: number): number {
    return aheadUs - driftUs(monotonicMs - atMs);
  }

  #highest(monotonicMs: number): number {
    return this.#sample.highestUs + driftUs(monotonicMs - this.#sample.atMs);
  }
}

function driftUs(ms: number): number {
  return Math.abs(ms) * MS_US * DRIFT;
}
