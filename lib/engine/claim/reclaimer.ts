import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { FRESH_US } from '#/lib/engine/claim/claim.ts';
import { reclaimExpired } from '#/lib/engine/claim/release-claims-query.ts';
import { releaseLost } from '#/lib/engine/claim/release-lost-query.ts';
import { Watermark } from '#/lib/engine/claim/watermark.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';

export type ReclaimerParts = {
  sql: Sql;
  time: DatabaseTime;
  /** Where scans for overdue alarms begin. */
  overdue: Pick<Watermark, 'reset'>;
  watch: { reclaimed: (count: number) => void };
  settings: { batch: number; leaseMs: number };
};

const RECLAIM_EVERY_US = 1_000 * MS_US;
/** How late after the end of its lease a row may commonly appear. */
const LATE_LEASE_US = 2_000 * MS_US;

/** Schedules claims without a holder again: those of lost workers, and those whose responses this one lost. */
export class Reclaimer {
  readonly #parts: ReclaimerParts;
  readonly #leases = new Watermark(LATE_LEASE_US);
  #reclaimedUs = Number.NEGATIVE_INFINITY;
  /** Leases of claims whose responses were lost. */
  #lostLeases: Micros[] = [];

  constructor(parts: ReclaimerParts) {
    this.#parts = parts;
  }

  /** Waits for a claim, and remembers its lease in case the response is lost. */
  noteLost<T>(claim: Promise<T>, leaseUntilUs: Micros): Promise<T> {
    return claim.catch((error: unknown) => {
      this.#lostLeases.push(leaseUntilUs);
      throw error;
    });
  }

  /**
   * Leases may have ended while the database was down: workers that hold results write them before others reclaim the
   * alarms.
   */
  postpone(): void {
    this.#reclaimedUs = this.#parts.time.nowUs();
  }

  async runOnce(nowUs: Micros): Promise<void> {
    await this.#reclaimExpired(nowUs);
    await this.#releaseLost(nowUs);
  }

  async #reclaimExpired(nowUs: Micros): Promise<void> {
    const { sql, time, settings, watch } = this.#parts;
    // The clock may have been set back.
    if (Math.abs(nowUs - this.#reclaimedUs) < RECLAIM_EVERY_US) return;
    // Or forward, which ends no lease: workers that hold alarms keep their full lease.
    if (time.sinceForwardStepMs < settings.leaseMs) return;
    const count = await this.#leases.scan(nowUs, async (fromUs) => {
      const reclaimed = await reclaimExpired(sql, { fromUs, nowUs }, settings.batch);
      return [reclaimed, reclaimed < settings.batch ? nowUs : (fromUs ?? 0)];
    });
    // When there were as many as it may reclaim, there are more.
    if (count < settings.batch) this.#reclaimedUs = nowUs;
    if (count > 0) watch.reclaimed(count);
  }

  /**
   * A claim may have been made although its response was lost; without this its alarms would wait for the end of their
   * leases. Until then each pass looks for it, since the server may execute it late.
   */
  async #releaseLost(nowUs: Micros): Promise<void> {
    this.#lostLeases = this.#lostLeases.filter((leaseUs) => leaseUs > nowUs);
    if (this.#lostLeases.length === 0) return;
    const earliestUs = await releaseLost(this.#parts.sql, this.#lostLeases);
    if (earliestUs !== null && earliestUs < nowUs - FRESH_US) this.#parts.overdue.reset();
  }
}
