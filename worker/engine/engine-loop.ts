import { log } from '#/lib/core/log.ts';

/** Fires what is due and answers when it next wants to run, or null. `now` is by the clock that answer is on. */
export type Pass = () => Promise<{ nextDueAt: Date | null; now: Date }>;

const LONGEST_SLEEP_MS = 1_000;

/**
 * Calls `pass` again and again: at the next due instant, or after a second at most, since another process may have
 * written something due sooner. Start and stop may be called twice. Timers of Node cut fractions and can run early, so
 * waits are rounded up; what is due is the database's decision in any case.
 */
export class EngineLoop {
  readonly #pass: Pass;
  #stopping = false;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(pass: Pass) {
    this.#pass = pass;
  }

  start(): void {
    this.#stopping = false;
    this.#running ??= this.#run();
  }

  /** Ends after the pass at work. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake?.();
    await this.#running;
    this.#running = null;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const wait = await this.#once();
      if (wait > 0 && !this.#stopping) await this.#sleep(wait);
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

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
