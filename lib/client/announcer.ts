/** Words for the polite status region: what happens to the timer, for those who do not see it. */
export class Announcer {
  readonly #listeners = new Set<() => void>();
  #words = '';

  say(words: string): void {
    // The same words twice would be no change, and not be read out.
    this.#words = words === this.#words ? `${words}\u00a0` : words;
    for (const listener of this.#listeners) listener();
  }

  words(): string {
    return this.#words;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
