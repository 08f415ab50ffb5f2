import { randomId } from '#/lib/client/random-id.ts';

/** The requests that this page has made of its own accord, by which it knows the events of them for its own. */
export class OwnRequests {
  readonly #ids = new Set<string>();

  /** An id for the next one. */
  readonly next = (): string => {
    const id = randomId();
    this.#ids.add(id);
    return id;
  };

  has(id: string | null): boolean {
    return id !== null && this.#ids.has(id);
  }
}
