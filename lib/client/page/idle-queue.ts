import { SECOND_MS } from '#/lib/core/duration.ts';

/** Longer than a page takes to hydrate, and than the pause between two typed words. */
const QUIET_MS = 4 * SECOND_MS;
/** A page that is never at rest runs it anyway, before the connection is likely to be lost. */
const MAX_WAIT_MS = 12 * SECOND_MS;
/** How long other work may go first once its turn has come. */
const IDLE_TIMEOUT_MS = 2 * SECOND_MS;
/** A connection that loses one request must not block the others. */
const TURN_MS = 3 * SECOND_MS;

type Task = { run: () => unknown; addedAt: number };

/**
 * Background work of a page: one task after another, each while the browser is idle, none before the page has been
 * loaded and no key was pressed for `quietMs`.
 */
class IdleQueue {
  readonly #name: string;
  readonly #quietMs: number;
  readonly #tasks = new Set<Task>();
  #isRunning = false;
  #pressedAt = 0;

  constructor(name: string, quietMs: number) {
    this.#name = name;
    this.#quietMs = quietMs;
  }

  /** Returns a function that removes it. The next task waits for it, a few seconds at most; its result is ignored. */
  add(run: () => unknown): () => void {
    const task = { run, addedAt: performance.now() };
    this.#tasks.add(task);
    if (!this.#isRunning) void this.#runAll();
    return () => this.#tasks.delete(task);
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    const listeners = new AbortController();
    const onPress = () => {
      this.#pressedAt = performance.now();
    };
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, onPress, { capture: true, passive: true, signal: listeners.signal });
    }
    await loaded();
    const loadedAt = performance.now();
    const started: Promise<void>[] = [];
    for (const task of this.#tasks) {
      await this.#untilQuiet(task, loadedAt);
      await untilIdle();
      if (!this.#tasks.delete(task)) continue;
      const ends = runTask(task);
      started.push(ends);
      await Promise.race([ends, wait(TURN_MS)]);
    }
    listeners.abort();
    this.#isRunning = false;
    // A mark in the page's load timeline, and to wait for: once everything is done, including tasks that exceeded their
    // turn.
    void Promise.all(started).then(() => performance.mark(this.#name));
  }

  async #untilQuiet({ addedAt }: Task, loadedAt: number): Promise<void> {
    for (;;) {
      const quietAt = Math.max(addedAt, loadedAt, this.#pressedAt) + this.#quietMs;
      const waitMs = Math.min(quietAt, addedAt + MAX_WAIT_MS) - performance.now();
      if (waitMs <= 0) return;
      await wait(waitMs);
    }
  }
}

/** For parts of the page that are not in its first frame. */
export const afterLoad = new IdleQueue('after-load', 0);
/** For code that may be needed later. */
export const whenIdle = new IdleQueue('at-rest', QUIET_MS);

async function runTask({ run }: Task): Promise<void> {
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
