import { BrokerError, type IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';

/** Messages that a broker has sent and nobody has taken yet, of one connection. */
export class MessageBuffer {
  readonly #messages: IncomingMessage[] = [];
  #error: BrokerError | null = null;
  #changed: (() => void) | null = null;

  push(message: IncomingMessage): void {
    this.#messages.push(message);
    this.#changed?.();
  }

  /** No more will come: what waits, and who comes later, gets this error. */
  fail(error: BrokerError): void {
    this.#error ??= error;
    this.#changed?.();
  }

  /** The first ones, at most `most`; waits up to `waitMs` for one. */
  async take(most: number, waitMs: number): Promise<IncomingMessage[]> {
    if (this.#messages.length === 0 && !this.#error && waitMs > 0) await this.#change(waitMs);
    if (this.#error) throw this.#error;
    return this.#messages.splice(0, most);
  }

  #change(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#changed = () => {
        clearTimeout(timer);
        // With the others that came by the same read of the socket.
        setImmediate(resolve);
      };
    }).then(() => {
      this.#changed = null;
    });
  }
}

/** The result, or an error once it takes too long or is no longer waited for. What was sent stays sent. */
export async function withinTime<T>(promise: Promise<T>, signal: AbortSignal, text: string): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new BrokerError('timeout', text));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
