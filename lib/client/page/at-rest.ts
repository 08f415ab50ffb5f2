import { SECOND_MS } from '#/lib/core/duration.ts';

/** Longer than a page takes to hydrate, and than the pause between two typed words. */
const REST_MS = 4 * SECOND_MS;
/** A page that is never at rest runs it anyway, before the connection is likely to be lost. */
const LONGEST_WAIT_MS = 12 * SECOND_MS;
/** How long other work may go first once its turn has come. */
const IDLE_TIMEOUT_MS = 2 * SECOND_MS;
/** A connection that loses one request must not block the others. */
const TURN_MS = 3 * SECOND_MS;

type Task = { run: () => unknown; addedAt: number };

/**
 * Background work of a page: one task after another, each while the browser is idle, none before the page has been
 * loaded and no key was pressed for `restMs`.
 */
class IdleQueue {
  readonly #name: string;
  readonly #restMs: number;
  readonly #tasks = new Set<Task>();
  #isGoing = false;
  #pressedAt = 0;

  constructor(name: string, restMs: number) {
    this.#name = name;
    this.#restMs = restMs;
  }

  /** Returns a function that removes it. The next task waits for it, a few seconds at most; its result is ignored. */
  add(run: () => unknown): () => void {
    const task = { run, addedAt: performance.now() };
    this.#tasks.add(task);
    if (!this.#isGoing) void this.#go();
    return () => this.#tasks.delete(task);
  }

  async #go(): Promise<void> {
    this.#isGoing = true;
    const leave = new AbortController();
    const press = () => {
      this.#pressedAt = performance.now();
    };
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, press, { capture: true, passive: true, signal: leave.signal });
    }
    await loaded();
    const loadedAt = performance.now();
    const begun: Promise<void>[] = [];
    for (const task of this.#tasks) {
      await this.#untilRest(task, loadedAt);
      await untilIdle();
      if (!this.#tasks.delete(task)) continue;
      const ends = done(task);
      begun.push(ends);
      await Promise.race([ends, wait(TURN_MS)]);
    }
    leave.abort();
    this.#isGoing = false;
    // A mark in the page's load timeline, and to wait for: once everything is done, including tasks that exceeded their
    // turn.
    void Promise.all(begun).then(() => performance.mark(this.#name));
  }

  async #untilRest({ addedAt }: Task, loadedAt: number): Promise<void> {
    for (;;) {
      const restsAt = Math.max(addedAt, loadedAt, this.#pressedAt) + this.#restMs;
      const waitMs = Math.min(restsAt, addedAt + LONGEST_WAIT_MS) - performance.now();
      if (waitMs <= 0) return;
      await wait(waitMs);
    }
  }
}

/** For parts of the page that are not in its first frame. */
export const afterLoad = new IdleQueue('after-load', 0);
/** For code that may be needed later. */
export const atRest = new IdleQueue('at-rest', REST_MS);

async function done({ run }: Task): Promise<void> {
  try {
    await run();
  } catch {
    // Retried when it is needed.
  }
}

function wait(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function loaded(): Promise<unknown> | null {
  if (document.readyState === 'complete') return null;
  return new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

function untilIdle(): Promise<unknown> {
  // Safari has no idle callback.
  if (!window.requestIdleCallback) return wait(0);
  return new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS }));
}
