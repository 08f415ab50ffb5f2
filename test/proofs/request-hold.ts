import type { Respond } from '#/test/proofs/receiver.ts';

export type Held = { id: string; attempt: number; source: string; release: () => void };

/**
 * Holds a request on demand, so that a worker certainly has a request in flight when it is killed or frozen, however
 * busy or quiet the machine is. The request itself names the worker.
 */
export class RequestHold {
  readonly #respond: Respond;
  #next: PromiseWithResolvers<Held> | null = null;
  #skip = 0;

  /** `respond` handles all other requests. */
  constructor(respond: Respond) {
    this.#respond = respond;
  }

  /** For `startReceiver`. */
  readonly respond: Respond = (response, request) => {
    const next = this.#next;
    if (!next || request.source === null || this.#skip-- > 0) return this.#respond(response, request);
    this.#next = null;
    const { id, attempt, source } = request;
    next.resolve({ id, attempt, source, release: () => void response.end() });
  };

  /** The request after this many others; it gets its response when it is released. */
  after(others: number): Promise<Held> {
    this.#skip = others;
    this.#next = Promise.withResolvers();
    return this.#next.promise;
  }
}
