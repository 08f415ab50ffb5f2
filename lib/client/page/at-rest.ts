import { SECOND_MS } from '#/lib/core/duration.ts';

/** Longer than a page takes to come alive, and than fingers rest between two words. */
const REST_MS = 4 * SECOND_MS;
/** A page that is never at rest does it all the same, before someone is likely to lose the line. */
const LONGEST_WAIT_MS = 12 * SECOND_MS;
/** For how long other work may go first once its turn has come. */
const IDLE_TIMEOUT_MS = 2 * SECOND_MS;
/** A line that swallows what is asked for must not hold up all that comes after. */
const TURN_MS = 3 * SECOND_MS;

type Task = { run: () => unknown; addedAt: number };

/**
 * What a page has to do and no one waits for: one after another, each in a turn of its own while the browser has nothing
 * else to do, none before the page has been loaded and nothing was pressed for `restMs`.
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

  /** Returns what takes it back. The next turn waits for it, a few seconds at most; how it went, no one is told. */
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
    // To be seen beside the rest of a page's load, and waited for: once all is there, also what its turn did not wait for.
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

/** For what belongs to the page and is not there with its first frame. */
export const afterLoad = new IdleQueue('after-load', 0);
/** For what may be wanted some time. */
export const atRest = new IdleQueue('at-rest', REST_MS);

async function done({ run }: Task): Promise<void> {
  try {
    await run();
  } catch {
    // Tried again by whoever wants it then.
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
