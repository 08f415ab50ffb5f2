import type { Connection } from '#/lib/client/live/connection.ts';
import type { StreamListener } from '#/lib/client/live/event-stream.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';
import { Store } from '#/lib/core/store.ts';

type Parts = Omit<StreamListener, 'onAlive' | 'onDead'> & {
  clock: ServerClock;
  connection: Connection;
  openStream: (listener: StreamListener) => { close: () => void };
  /** Requests the server's time, which calibrates the clock. Rejects when there is no response. */
  getTime: () => Promise<unknown>;
  /** Reloads everything on the screen. */
  refresh: () => void;
};

/** Waiting to retry; `nextAttemptAt` is on the clock of `performance.now()`. */
export type Retry = { nextAttemptAt: number } | null;

type Task = 'reopen' | 'check' | 'measure' | 'poll' | 'hidden';

const SAMPLES_AT_START = 3;
const MEASURE_EVERY_MS = 5 * 60_000;
/** While no stream brings updates. With the response time this stays under 30 s. */
const POLL_MS = 25_000;
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** A hidden page closes its connection: browsers allow six per host, and tabs are many. */
const HIDDEN_CLOSE_MS = 60_000;
/** A stream that has been silent for longer than this when the page wakes up has probably died in the meantime. */
const STALE_MS = 17_000;

/**
 * Keeps a page in sync with the server: measures the clock, listens to the stream, polls while there is none, retries
 * with growing delays, and refreshes whenever the page wakes up, is visible again or gets its network back.
 */
export class LiveSync {
  readonly retry = new Store<Retry>(null);
  readonly #parts: Parts;
  readonly #tasks = new Map<Task, ReturnType<typeof setTimeout>>();
  #ends: AbortController | null = null;
  #stream: { close: () => void } | null = null;
  #isStreamAlive = false;
  #aliveAt = 0;
  #streamFailures = 0;
  #failures = 0;
  #isAsking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#ends) return;
    this.#ends = new AbortController();
    this.#listen(this.#ends.signal);
    this.#open();
    this.#later('poll', POLL_MS, () => this.#poll());
    void this.#measure(SAMPLES_AT_START);
  }

  stop(): void {
    this.#ends?.abort();
    this.#ends = null;
    this.#closeStream();
    for (const task of this.#tasks.values()) clearTimeout(task);
    this.#tasks.clear();
  }

  /** Whether updates are streamed at the moment. */
  isStreaming(): boolean {
    return this.#isStreamAlive;
  }

  /** One request that shows whether the server responds, and its time; then everything else. */
  async check(): Promise<void> {
    clearTimeout(this.#tasks.get('check'));
    if (!this.#ends) return;
    this.#isAsking = true;
    this.retry.set(null);
    try {
      await this.#parts.getTime();
      this.#failures = 0;
      this.#parts.refresh();
    } catch {
      this.#failures += 1;
      const wait = waitMs(this.#failures);
      this.#later('check', wait, () => void this.check());
      this.retry.set({ nextAttemptAt: performance.now() + wait });
    } finally {
      this.#isAsking = false;
    }
  }

  /** When any request got no response, an out-of-sync page does not wait for the next ping to find out its state. */
  #askWhenOutOfSync(): void {
    if (this.#parts.connection.current().kind === 'synced' || this.#isAsking || this.retry.current()) return;
    if (navigator.onLine) void this.check();
  }

  #open(): void {
    if (this.#stream || document.visibilityState === 'hidden') return;
    clearTimeout(this.#tasks.get('reopen'));
    let isFirst = true;
    this.#stream = this.#parts.openStream({
      ...this.#parts,
      onAlive: () => {
        this.#isStreamAlive = true;
        this.#streamFailures = 0;
        this.#aliveAt = performance.now();
        this.#parts.connection.alive();
        // Changes between the last response and the stream's start were not streamed.
        if (isFirst) this.#parts.refresh();
        isFirst = false;
      },
      onDead: () => this.#reopenLater(),
    });
  }

  #reopenLater(): void {
    this.#closeStream();
    this.#streamFailures += 1;
    this.#later('reopen', waitMs(this.#streamFailures), () => this.#open());
    void this.check();
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#isStreamAlive = false;
  }

  async #measure(samples: number): Promise<void> {
    this.#later('measure', MEASURE_EVERY_MS, () => void this.#measure(1));
    for (let i = 0; i < samples && this.#ends; i++) await this.#parts.getTime().catch(() => {});
  }

  #poll(): void {
    this.#later('poll', POLL_MS, () => this.#poll());
    if (!this.#isStreamAlive && !this.retry.current()) void this.check();
  }

  #wake(): void {
    clearTimeout(this.#tasks.get('hidden'));
    if (performance.now() - this.#aliveAt > STALE_MS) this.#closeStream();
    this.#open();
    void this.check().then(() => this.#measure(SAMPLES_AT_START - 1));
  }

  /** The machine slept: the socket may look open but is not. */
  #wakeFromSleep(): void {
    this.#closeStream();
    this.#wake();
  }

  #listen(signal: AbortSignal): void {
    const { connection, clock } = this.#parts;
    const onNetworkChange = () => {
      connection.setOnline(navigator.onLine);
      if (navigator.onLine) this.#wake();
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') this.#wake();
      else this.#later('hidden', HIDDEN_CLOSE_MS, () => this.#closeStream());
    };
    connection.setOnline(navigator.onLine);
    window.addEventListener('offline', onNetworkChange, { signal });
    window.addEventListener('online', onNetworkChange, { signal });
    window.addEventListener('pageshow', (event) => event.persisted && this.#wakeFromSleep(), { signal });
    document.addEventListener('resume', () => this.#wake(), { signal });
    document.addEventListener('visibilitychange', onVisibilityChange, { signal });
    signal.addEventListener(
      'abort',
      connection.subscribe(() => this.#askWhenOutOfSync()),
    );
    signal.addEventListener(
      'abort',
      clock.onDrift(() => this.#wakeFromSleep()),
    );
  }

  #later(name: Task, ms: number, task: () => void): void {
    clearTimeout(this.#tasks.get(name));
    this.#tasks.set(name, setTimeout(task, ms));
  }
}

/** The delay before the next attempt, after this many in a row without a response. */
export function waitMs(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
}
