/** This many passes without a check are a gap: the machine slept, or the database was down. */
const MISSED_TURNS = 3;

/**
 * Records when checks began to run without a gap. Nothing counts as missing before that: no checks were running, or
 * nothing could be written.
 */
export class CheckHistory {
  readonly #everyMs: number;
  #since: Date | null = null;
  #last: Date | null = null;

  /** `everyMs`: the interval of checks. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /**
   * Records a check at `now`; returns the start of the period without a gap. A clock that was set back counts as a gap.
   */
  recordCheck(now: Date): Date {
    const pauseMs = this.#last ? now.getTime() - this.#last.getTime() : Number.POSITIVE_INFINITY;
    const since = this.#since && pauseMs >= 0 && pauseMs <= MISSED_TURNS * this.#everyMs ? this.#since : now;
    this.#since = since;
    this.#last = now;
    return since;
  }
}
