import { type Micros, MS_US } from '#/lib/core/micros.ts';

/** Clocks of two machines part by less than this: 200 millionths. */
const DRIFT = 200e-6;

/**
 * The database's time, known in this process without asking each time, and never ahead of it. An answer that carries
 * the time t was made before it arrived, so at its arrival the database's time is t or later; from then on the
 * monotonic clock counts, a little slower than it runs. The sample that allows the most is used. A sample that proves
 * the estimate to be ahead, as when the database's clock was set back, replaces it.
 */
export class DatabaseTime {
  readonly #monotonic: () => number;
  #aheadUs = Number.NEGATIVE_INFINITY;
  #sampledMs = 0;
  #uncertaintyMs = 0;

  /** `monotonic`: milliseconds of a clock that never goes back. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Takes in a time that the database gave in answer to a question sent and received at these instants. */
  observe(databaseUs: Micros, sentMs: number, receivedMs: number): void {
    const candidate = databaseUs - receivedMs * MS_US;
    const highest = databaseUs - sentMs * MS_US;
    const kept = this.#aheadAt(receivedMs);
    if (candidate < kept && kept <= highest) return;
    this.#aheadUs = candidate;
    this.#sampledMs = receivedMs;
    this.#uncertaintyMs = receivedMs - sentMs;
  }

  /** Asks by `ask`, which answers the database's time, and takes it in. */
  async measure<T extends { nowUs: Micros }>(ask: () => Promise<T>): Promise<T> {
    const sentMs = this.#monotonic();
    const answer = await ask();
    this.observe(answer.nowUs, sentMs, this.#monotonic());
    return answer;
  }

  /** True once the database was asked. */
  get isKnown(): boolean {
    return Number.isFinite(this.#aheadUs);
  }

  /** How far the estimate may lie behind, in milliseconds. */
  get uncertaintyMs(): number {
    return this.#uncertaintyMs;
  }

  nowUs(): Micros {
    return this.at(this.#monotonic());
  }

  /** The instant that a reading of the monotonic clock stands for. */
  at(monotonicMs: number): Micros {
    return Math.floor(monotonicMs * MS_US + this.#aheadAt(monotonicMs));
  }

  #aheadAt(monotonicMs: number): number {
    return this.#aheadUs - Math.abs(monotonicMs - this.#sampledMs) * MS_US * DRIFT;
  }
}
