/** Tells open streams that this process is about to end; one that opens later is told at once. */
export class Farewell {
  readonly #listeners = new Set<() => void>();
  #isSaid = false;

  /** Returns the function that takes the listener away again. */
  hear(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#isSaid) listener();
    return () => this.#listeners.delete(listener);
  }

  say(): void {
    this.#isSaid = true;
    for (const listener of this.#listeners) listener();
  }
}
