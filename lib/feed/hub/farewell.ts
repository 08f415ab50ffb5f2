import { Store } from '#/lib/core/store.ts';

/** Notifies open streams that this process is about to end; later ones are notified at once. */
export class Farewell {
  readonly #isAnnounced = new Store(false);

  /** Returns the function that takes the listener away again. */
  onFarewell(listener: () => void): () => void {
    if (this.#isAnnounced.current()) listener();
    return this.#isAnnounced.subscribe(listener);
  }

  announce(): void {
    this.#isAnnounced.set(true);
  }
}
