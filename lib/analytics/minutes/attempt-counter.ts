import { bucketOf, type Histogram, sumOf } from '#/lib/analytics/minutes/lateness.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** The end of an attempt, for the metrics. Instants in milliseconds of the database's clock. */
export type CountedAttempt = {
  /** When the alarm was due. */
  dueMs: number;
  /** When the result was written. */
  atMs: number;
  /** Whether it is the first of its alarm: later ones don't measure the engine's lateness. */
  isFirst: boolean;
  /** From its due time to its first byte; null when none was sent. */
  latenessMs: number | null;
  /** Until the engine started it; null if that does not measure the engine. */
  engineLatenessMs: number | null;
  end: 'delivered' | 'dead' | 'retried' | 'other';
};

/** The counts of one worker in one minute since its last report. */
export type MinuteTally = {
  minute: Date;
  due: number;
  fired: number;
  delivered: number;
  retried: number;
  dead: number;
  canaries: number;
  canaryWorstUs: number;
  lateness: Histogram;
  engineLateness: Histogram;
};

type Counting = MinuteTally & { lateness: number[]; engineLateness: number[] };

/** Counts the attempts of one worker's engine, minute by minute, until they are written. */
export class AttemptCounter {
  #minutes = new Map<number, Counting>();

  /** Adds an ended attempt. */
  add({ dueMs, atMs, isFirst, latenessMs, engineLatenessMs, end }: CountedAttempt): void {
    if (isFirst) this.#countsAt(dueMs).due += 1;
    const now = this.#countsAt(atMs);
    if (end !== 'other') now[end] += 1;
    if (engineLatenessMs !== null) count(this.#countsAt(dueMs + engineLatenessMs).engineLateness, engineLatenessMs);
    if (!isFirst || latenessMs === null) return;
    const then = this.#countsAt(dueMs + latenessMs);
    then.fired += 1;
    count(then.lateness, latenessMs);
  }

  /** Adds a completed canary with its lateness. */
  addCanary({ dueMs, latenessMs }: { dueMs: number; latenessMs: number }): void {
    const minute = this.#countsAt(dueMs);
    minute.canaries += 1;
    minute.canaryWorstUs = Math.max(minute.canaryWorstUs, Math.round(latenessMs * 1_000));
  }

  /** Everything counted since the last call. Counts that can't be written are returned with `restore`. */
  take(): MinuteTally[] {
    const drained = [...this.#minutes.values()];
    this.#minutes = new Map();
    return drained;
  }

  restore(tallies: readonly MinuteTally[]): void {
    for (const tally of tallies) {
      const minute = this.#countsAt(tally.minute.getTime());
      for (const key of ['due', 'fired', 'delivered', 'retried', 'dead', 'canaries'] as const)
        minute[key] += tally[key];
      minute.canaryWorstUs = Math.max(minute.canaryWorstUs, tally.canaryWorstUs);
      minute.lateness = sumOf(minute.lateness, tally.lateness);
      minute.engineLateness = sumOf(minute.engineLateness, tally.engineLateness);
    }
  }

  #countsAt(instantMs: number): Counting {
    const start = Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;
    const known = this.#minutes.get(start);
    if (known) return known;
    const none = { due: 0, fired: 0, delivered: 0, retried: 0, dead: 0, canaries: 0, canaryWorstUs: 0 };
    const created = { minute: new Date(start), ...none, lateness: [], engineLateness: [] };
    this.#minutes.set(start, created);
    return created;
  }
}

function count(histogram: number[], ms: number): void {
  const bucket = bucketOf(ms);
  for (let place = histogram.length; place <= bucket; place += 1) histogram.push(0);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}
