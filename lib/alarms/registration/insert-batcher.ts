import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';

/** `isNew` is false when another alarm has the external id; `isWanted` when an endpoint subscribes to new ones. */
export type Accepted = { alarm: NewAlarm; isNew: boolean; isWanted: boolean; nowUs: Micros };
type Waiting = {
  plan: (nowUs: Micros) => NewAlarm;
  resolve: (accepted: Accepted) => void;
  reject: (error: unknown) => void;
};
type Planned = Waiting & { alarm: NewAlarm };

const BATCH = 500;
const MAX_CONCURRENT = 2;
/** About how long after one insert the next one begins, unless a batch is full. Back to back, three alarms would share one. */
const EVERY_MS = 3;
/** An insert that takes longer doesn't hold up the next. */
const SLOW_MS = 20;

/**
 * Creates that arrive while others are being written are written together, by one statement: 3,000 calls a second need
 * some three hundred inserts, since batches grow under load. A second insert begins only beside one that is slow, or
 * for a full batch: two at a time take more processor time for smaller batches. Each caller gets its response after
 * the commit, and its own error.
 */
export class InsertBatcher {
  readonly #db: Db;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #atWork = 0;
  #startedMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Writes the alarm that `plan` returns for the database's time; rejects with what `plan` throws. */
  take(plan: Waiting['plan']): Promise<Accepted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ plan, resolve, reject });
      if (this.#waiting.length === 1 || this.#waiting.length === BATCH) this.#schedule();
    });
  }

  /** Begins the next batch once it is due: some time after the last began, or once the one at work is slow. */
  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.length === 0 || this.#atWork >= MAX_CONCURRENT) return;
    const earlyMs = this.#startedMs + (this.#atWork === 0 ? EVERY_MS : SLOW_MS) - performance.now();
    // Not before this turn of the event loop has ended, so that calls of the same moment are written together.
    if (earlyMs <= 0 || this.#waiting.length >= BATCH) setImmediate(() => this.#startBatch());
    else this.#timer = setTimeout(() => this.#startBatch(), earlyMs);
  }

  #startBatch(): void {
    if (this.#waiting.length === 0 || this.#atWork >= MAX_CONCURRENT) return;
    const batch = this.#waiting.splice(0, BATCH);
    this.#atWork += 1;
    this.#startedMs = performance.now();
    void this.#write(batch).finally(() => {
      this.#atWork -= 1;
      this.#schedule();
    });
    this.#schedule();
  }

  async #write(batch: Waiting[]): Promise<void> {
    try {
      const nowUs = (await this.#clock.now(this.#db)).getTime() * MS_US;
      await this.#insert(planAll(batch, nowUs), nowUs);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async #insert(planned: Planned[], nowUs: Micros): Promise<void> {
    if (planned.length === 0) return;
    try {
      const alarms = planned.map(({ alarm }) => alarm);
      const { known, isWanted } = await insertAlarms(this.#db, alarms);
      for (const { alarm, resolve } of planned) resolve({ alarm, isNew: !known.has(alarm.id), isWanted, nowUs });
    } catch (error) {
      if (planned.length === 1 || isUnavailable(error)) throw error;
      // One that the database rejects must not fail its neighbors.
      for (const one of planned) await this.#insert([one], nowUs).catch(one.reject);
    }
  }
}

function planAll(batch: Waiting[], nowUs: Micros): Planned[] {
  const planned: Planned[] = [];
  for (const one of batch) {
    try {
      planned.push({ ...one, alarm: one.plan(nowUs) });
    } catch (error) {
      one.reject(error);
    }
  }
  return planned;
}

const batchers = new WeakMap<Db, InsertBatcher>();

/** The insert batcher of this client; one for all its callers. */
export function insertBatcherFor(db: Db, clock: Clock): InsertBatcher {
  const known = batchers.get(db) ?? new InsertBatcher(db, clock);
  batchers.set(db, known);
  return known;
}
