import type { BrokerError, IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';

/**
 * Bytes of a message that is read; an event of an alarm is far smaller. Of a larger one only the size is known: it becomes
 * a dead letter, as everything that is no event.
 */
export const LARGEST_MESSAGE_BYTES = 1024 * 1024;

/** Stands for the body of a message that is too large to be read. Null: nobody knows how large. */
export function tooLarge(bytes: number | null): string {
  return `Not read: ${bytes ?? 'too many'} bytes, of which at most ${LARGEST_MESSAGE_BYTES} are allowed.`;
}

/** Messages that a broker has sent and nobody has taken yet, of one connection, in their order and by their token. */
export class MessageBuffer {
  readonly #messages = new Map<string, IncomingMessage>();
  #characters = 0;
  #error: BrokerError | null = null;
  #changed: (() => void) | null = null;

  get size(): number {
    return this.#messages.size;
  }

  /** Of all bodies. */
  get characters(): number {
    return this.#characters;
  }

  /** One that is redelivered replaces the one before. */
  push(message: IncomingMessage): void {
    this.remove(message.token);
    this.#messages.set(message.token, message);
    this.#characters += message.body.length;
    this.#changed?.();
  }

  /** A message that is done, also where it was redelivered meanwhile. */
  remove(token: string): void {
    const message = this.#messages.get(token);
    if (!message) return;
    this.#messages.delete(token);
    this.#characters -= message.body.length;
  }

  /** No more will come: what waits, and who comes later, gets this error. */
  fail(error: BrokerError): void {
    this.#error ??= error;
    this.#changed?.();
  }

  /** The first ones, at most `most`; waits up to `waitMs` for one. */
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
        // With the others that came by the same read of the socket.
        setImmediate(resolve);
      };
    }).then(() => {
      this.#changed = null;
    });
  }
}
