import { randomId } from '#/lib/client/http/random-id.ts';

/** Ids of the requests that this page made, by which it recognizes the events that they caused. */
export class OwnRequests {
  readonly #ids = new Set<string>();

  /** An id for the next one, which may have been chosen before. */
  readonly next = (id = randomId()): string => {
    this.#ids.add(id);
    return id;
  };

  has(id: string | null): boolean {
    return id !== null && this.#ids.has(id);
  }
}
