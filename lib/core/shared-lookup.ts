type Turn<T> = { response: Promise<T>; begin: () => void };

/**
 * Singleflight: concurrent callers of one key share a lookup. No caller gets the result of a lookup that started before
 * it called: while one is in flight, later callers share the next.
 */
export class SharedLookup<T> {
  readonly #load: (key: string) => Promise<T>;
  readonly #underWay = new Set<string>();
  readonly #next = new Map<string, Turn<T>>();

  constructor(load: (key: string) => Promise<T>) {
    this.#load = load;
  }

  get(key: string): Promise<T> {
    const waiting = this.#next.get(key);
    if (waiting) return waiting.response;
    if (!this.#underWay.has(key)) return this.#run(key);
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#next.set(key, { response: promise, begin: () => resolve(this.#run(key)) });
    return promise;
  }

  #run(key: string): Promise<T> {
    this.#underWay.add(key);
    return this.#load(key).finally(() => {
      this.#underWay.delete(key);
      const turn = this.#next.get(key);
      this.#next.delete(key);
      turn?.begin();
    });
  }
}
