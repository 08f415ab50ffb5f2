import type { BrokerError, IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';

/**
 * The largest message that is read, in bytes; an event of an alarm is far smaller. Only the size of a larger one is
 * known: it becomes a dead letter, like everything that is not an event.
 */
export const LARGEST_MESSAGE_BYTES = 1024 * 1024;

/** Stands for the body of a message that is too large to be read. Null: the size is unknown. */
export function tooLarge(bytes: number | null): string {
  return `Not read: ${bytes ?? 'too many'} bytes, of which at most ${LARGEST_MESSAGE_BYTES} are allowed.`;
}

/** Messages of one connection that a broker has sent and no caller has taken yet, in their order and by their token. */
export class MessageBuffer {
  readonly #messages = new Map<string, IncomingMessage>();
  #characters = 0;
  #error: BrokerError | null = null;
  #changed: (() => void) | null = null;

  get size(): number {
    return this.#messages.size;
  }

  /** Total size of the bodies. */
  get characters(): number {
    return this.#characters;
  }

  /** A redelivered message replaces its earlier copy. */
  push(message: IncomingMessage): void {
    this.remove(message.token);
    this.#messages.set(message.token, message);
    this.#characters += message.body.length;
    this.#changed?.();
  }

  /** Removes a message that is done, even if it was redelivered meanwhile. */
  remove(token: string): void {
    const message = this.#messages.get(token);
    if (!message) return;
    this.#messages.delete(token);
    this.#characters -= message.body.length;
  }

  /** No more messages will arrive: waiting and later callers get this error. */
  fail(error: BrokerError): void {
    this.#error ??= error;
    this.#changed?.();
  }

  /** The first messages, at most `most`; waits up to `waitMs` for one. */
  async take(most: number, waitMs: number): Promise<IncomingMessage[]> {
    if (this.size === 0 && !this.#error && waitMs > 0) await this.#change(waitMs);
    if (this.#error) throw this.#error;
    const taken = [...this.#messages.values().take(most)];
    for (const { token } of taken) this.remove(token);
    return taken;
  }

  #change(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#changed = () => {
        clearTimeout(timer);
        // With the others that arrived in the same read of the socket.
        setImmediate(resolve);
      };
    }).then(() => {
      this.#changed = null;
    });
  }
}
