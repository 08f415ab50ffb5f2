import { Store } from '#/lib/core/store.ts';

/** Tells open streams that this process is about to end; one that opens later is told at once. */
export class Farewell {
  readonly #isSaid = new Store(false);

  /** Returns the function that takes the listener away again. */
  hear(listener: () => void): () => void {
    if (this.#isSaid.current()) listener();
    return this.#isSaid.subscribe(listener);
  }

  say(): void {
    this.#isSaid.set(true);
  }
}
