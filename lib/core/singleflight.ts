type Waiting<T> = { result: Promise<T>; begin: () => void };

/**
 * Concurrent callers of one key share a lookup. No caller gets the result of a lookup that started before it called:
 * while one is in flight, later callers share the next. With `everyMs`, lookups of a key start about so far apart,
 * so that more callers share one.
 */
export class Singleflight<T> {
  readonly #load: (key: string) => Promise<T>;
  readonly #everyMs: number;
  readonly #inFlight = new Set<string>();
  readonly #next = new Map<string, Waiting<T>>();

  constructor(load: (key: string) => Promise<T>, { everyMs = 0 } = {}) {
    this.#load = load;
    this.#everyMs = everyMs;
  }

  get(key: string): Promise<T> {
    const waiting = this.#next.get(key);
    if (waiting) return waiting.result;
    if (!this.#inFlight.has(key)) return this.#run(key);
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#next.set(key, { result: promise, begin: () => resolve(this.#run(key)) });
    return promise;
  }

  #run(key: string): Promise<T> {
    this.#inFlight.add(key);
    const startedMs = performance.now();
    return this.#load(key).finally(() => {
      const earlyMs = startedMs + this.#everyMs - performance.now();
      if (earlyMs > 0) setTimeout(() => this.#startNext(key), earlyMs);
      else this.#startNext(key);
    });
  }

  #startNext(key: string): void {
    this.#inFlight.delete(key);
    const waiting = this.#next.get(key);
    this.#next.delete(key);
    waiting?.begin();
  }
}
