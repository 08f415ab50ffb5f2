type Waiting<T> = { result: Promise<T>; begin: () => void };

/**
 * Concurrent callers of one key share a lookup. No caller gets the result of a lookup that started before it called:
 * while one is in flight, later callers share the next.
 */
export class Singleflight<T> {
  readonly #load: (key: string) => Promise<T>;
  readonly #inFlight = new Set<string>();
  readonly #next = new Map<string, Waiting<T>>();

  constructor(load: (key: string) => Promise<T>) {
    this.#load = load;
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
    return this.#load(key).finally(() => {
      this.#inFlight.delete(key);
      const waiting = this.#next.get(key);
      this.#next.delete(key);
      waiting?.begin();
    });
  }
}
