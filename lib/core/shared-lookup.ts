type Turn<T> = { answer: Promise<T>; begin: () => void };

/**
 * Asks a question once for all who want its answer at the same moment. Nobody gets an answer to a question that was
 * asked before they came: while one is in flight, those who come wait together for the next.
 */
export class SharedLookup<T> {
  readonly #ask: (key: string) => Promise<T>;
  readonly #underWay = new Set<string>();
  readonly #next = new Map<string, Turn<T>>();

  constructor(ask: (key: string) => Promise<T>) {
    this.#ask = ask;
  }

  get(key: string): Promise<T> {
    const waiting = this.#next.get(key);
    if (waiting) return waiting.answer;
    if (!this.#underWay.has(key)) return this.#run(key);
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#next.set(key, { answer: promise, begin: () => resolve(this.#run(key)) });
    return promise;
  }

  #run(key: string): Promise<T> {
    this.#underWay.add(key);
    return this.#ask(key).finally(() => {
      this.#underWay.delete(key);
      const turn = this.#next.get(key);
      this.#next.delete(key);
      turn?.begin();
    });
  }
}
