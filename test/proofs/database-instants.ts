import type pg from 'pg';
import type { Micros } from '#/lib/core/micros.ts';

const ROUNDS = 40;

/**
 * The database's clock at an instant of this process. Each time in a response was read between query and response,
 * which bounds it from both sides; the narrowest bounds of many are about 100 microseconds apart.
 */
export class DatabaseInstants {
  readonly #low: number;
  readonly #high: number;

  private constructor(low: number, high: number) {
    this.#low = low;
    this.#high = high;
  }

  static async measure(pool: pg.Pool): Promise<DatabaseInstants> {
    const client = await pool.connect();
    try {
      let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let round = 0; round < ROUNDS; round++) {
        const sentMs = performance.now();
        const { rows } = await client.query<{ us: number }>(
          'select (extract(epoch from clock_timestamp()) * 1000000)::float8 as us',
        );
        const us = (rows[0] as { us: number }).us;
        low = Math.max(low, us - performance.now() * 1_000);
        high = Math.min(high, us - sentMs * 1_000);
      }
      return new DatabaseInstants(low, high);
    } finally {
      client.release();
    }
  }

  /** Bounds from two measurements, between which the clocks may have drifted. */
  spanning(other: DatabaseInstants): DatabaseInstants {
    return new DatabaseInstants(Math.min(this.#low, other.#low), Math.max(this.#high, other.#high));
  }

  /** The latest time that the database's clock can have shown. */
  latestUs(monotonicMs: number): Micros {
    return monotonicMs * 1_000 + this.#high;
  }

  /** The most likely time. */
  toDatabaseUs(monotonicMs: number): Micros {
    return Math.round(monotonicMs * 1_000 + (this.#low + this.#high) / 2);
  }

  /** When this process's monotonic clock shows that instant. */
  monotonicMs(us: Micros): number {
    return (us - (this.#low + this.#high) / 2) / 1_000;
  }
}
