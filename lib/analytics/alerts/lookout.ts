/** So many turns without a look are a break: the machine slept, or the database was away. */
const MISSED_TURNS = 3;

/**
 * Knows since when somebody has looked without a break. What was not seen before that is no news: nobody looked, or
 * nothing could be written.
 */
export class Lookout {
  readonly #everyMs: number;
  #since: Date | null = null;
  #last: Date | null = null;

  /** `everyMs`: how often it is looked. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** A look at `now`; answers since when there has been no break. A clock that was set back is one. */
  look(now: Date): Date {
    const pauseMs = this.#last ? now.getTime() - this.#last.getTime() : Number.POSITIVE_INFINITY;
    const since = this.#since && pauseMs >= 0 && pauseMs <= MISSED_TURNS * this.#everyMs ? this.#since : now;
    this.#since = since;
    this.#last = now;
    return since;
  }
}
