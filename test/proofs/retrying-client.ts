import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#/lib/core/ids.ts';

const RETRY_AFTER_MS = 100;

/** Retries a request until there is a response, with one Idempotency-Key, like a client whose server is killed. */
export class RetryingClient {
  /** Requests that had to be sent again. */
  retries = 0;
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** @throws the API's rejection */
  async send<T>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      'content-type': 'application/json',
      ...(method === 'POST' && { 'idempotency-key': newId() }),
    };
    for (;;) {
      const response = await this.#sendOnce(`${this.#url}/api/v1${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      if (response) return response as T;
      this.retries += 1;
      await delay(RETRY_AFTER_MS);
    }
  }

  /** Null if it is unknown whether it was done. */
  async #sendOnce(url: string, request: RequestInit): Promise<unknown> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(url, request);
      [status, text] = [response.status, await response.text()];
    } catch (error) {
      // The server was killed, before or after it was done.
      if (error instanceof TypeError) return null;
      throw error;
    }
    if (status >= 500) return null;
    if (status >= 400) throw new Error(`${url} responded ${status}: ${text}`);
    return JSON.parse(text);
  }
}
