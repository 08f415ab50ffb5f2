import { log } from '#/lib/core/log.ts';

/** Fires what is due and returns in how many milliseconds to run again; Infinity for never. */
export type Pass = () => Promise<number>;

type Run = { isStopping: boolean; wake: () => void; wakesAt: number };

const MAX_SLEEP_MS = 1_000;
/** After a failed pass, so that firing continues soon after the database is back. */
const RETRY_MS = 250;

/**
 * Calls `pass` again and again: at the next due instant, or after a second at most, since another process may have
 * written something due sooner. Start and stop may be called twice, in any order. Node's timers truncate fractions and
 * can run early, so waits are rounded up; the database decides what is due in any case.
 */
export class EngineLoop {
  readonly #pass: Pass;
  readonly #longestSleepMs: number;
  #run: Run | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(pass: Pass, longestSleepMs = MAX_SLEEP_MS) {
    this.#pass = pass;
    this.#longestSleepMs = longestSleepMs;
  }

  start(): void {
    if (this.#run) return;
    const run: Run = { isStopping: false, wake: () => {}, wakesAt: 0 };
    this.#run = run;
    this.#ended = this.#ended.then(() => this.#loop(run));
  }

  /** Something will be due in this many milliseconds: sleeps no longer than that. */
  scheduleWake(ms: number): void {
    const run = this.#run;
    if (!run) return;
    const at = performance.now() + Math.max(0, ms);
    if (at >= run.wakesAt) return;
    run.wakesAt = at;
    run.wake();
  }

  /** Ends after the running pass. */
  async stop(): Promise<void> {
    if (this.#run) this.#run.isStopping = true;
    this.#run?.wake();
    this.#run = null;
    await this.#ended;
  }

  async #loop(run: Run): Promise<void> {
    while (!run.isStopping) {
      // A notification that arrives during the pass must shorten the following sleep.
      run.wakesAt = Number.POSITIVE_INFINITY;
      const wait = await this.#once();
      run.wakesAt = Math.min(run.wakesAt, performance.now() + wait);
      while (!run.isStopping && run.wakesAt > performance.now()) await sleepUntil(run);
    }
  }

  async #once(): Promise<number> {
    try {
      return Math.min(this.#longestSleepMs, Math.max(0, Math.ceil(await this.#pass())));
    } catch (error) {
      log.warn({ err: error }, 'engine pass failed; retrying');
      return Math.min(this.#longestSleepMs, RETRY_MS);
    }
  }
}

/** Waits until the run wakes, or its wake-up time changes. */
function sleepUntil(run: Run): Promise<void> {
  return new Promise((resolve) => {
    // That instant may have passed since the caller read the clock; Node warns of a negative wait.
    const timer = setTimeout(resolve, Math.max(0, Math.ceil(run.wakesAt - performance.now())));
    run.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
