import { Store } from '#/lib/core/store.ts';

/** Notifies open streams and sockets that this process shuts down; later ones are notified at once. */
export class ShutdownSignal {
  readonly #isAnnounced = new Store(false);

  /** Returns the function that unsubscribes the listener. */
  onShutdown(listener: () => void): () => void {
    if (this.#isAnnounced.current()) listener();
    return this.#isAnnounced.subscribe(listener);
  }

  announce(): void {
    this.#isAnnounced.set(true);
  }
}
