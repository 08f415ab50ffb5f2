import { log } from '#/lib/core/log.ts';

/** Fires what is due and answers when it next wants to run, or null. `now` is by the clock that answer is on. */
export type Pass = () => Promise<{ nextDueAt: Date | null; now: Date }>;

type Run = { isStopping: boolean; wake: () => void };

const LONGEST_SLEEP_MS = 1_000;

/**
 * Calls `pass` again and again: at the next due instant, or after a second at most, since another process may have
 * written something due sooner. Start and stop may be called twice, in any order. Timers of Node cut fractions and can
 * run early, so waits are rounded up; what is due is the database's decision in any case.
 */
export class EngineLoop {
  readonly #pass: Pass;
  #run: Run | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(pass: Pass) {
    this.#pass = pass;
  }

  start(): void {
    if (this.#run) return;
    const run: Run = { isStopping: false, wake: () => {} };
    this.#run = run;
    this.#ended = this.#ended.then(() => this.#loop(run));
  }

  /** Ends after the pass at work. */
  async stop(): Promise<void> {
    if (this.#run) this.#run.isStopping = true;
    this.#run?.wake();
    this.#run = null;
    await this.#ended;
  }

  async #loop(run: Run): Promise<void> {
    while (!run.isStopping) {
      const wait = await this.#once();
      if (wait > 0 && !run.isStopping) await sleep(run, wait);
    }
  }

  async #once(): Promise<number> {
    try {
      const { nextDueAt, now } = await this.#pass();
      if (!nextDueAt) return LONGEST_SLEEP_MS;
      return Math.min(LONGEST_SLEEP_MS, Math.max(0, Math.ceil(nextDueAt.getTime() - now.getTime())));
    } catch (error) {
      log.warn({ err: error }, 'engine pass failed; trying again');
      return LONGEST_SLEEP_MS;
    }
  }
}

function sleep(run: Run, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    run.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
