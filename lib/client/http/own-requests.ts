import { randomId } from '#/lib/client/http/random-id.ts';

/** Ids of this page's requests, by which it recognizes the events that they caused. */
export class OwnRequests {
  readonly #ids = new Set<string>();

  /** An id for the next request, which may be given. */
  readonly next = (id = randomId()): string => {
    this.#ids.add(id);
    return id;
  };

  has(id: string | null): boolean {
    return id !== null && this.#ids.has(id);
  }
}
