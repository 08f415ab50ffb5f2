import type { WebSocket } from 'ws';
import type { CredentialWatch } from '#/lib/feed/subscription/credential-watch.ts';

/**
 * How much may wait for a client that does not read. More than one read of the feed, so that no client is disconnected
 * for a burst.
 */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** The writing end of one socket. A client that falls far behind is disconnected; it resumes from its last `cursor`. */
export class SocketOut {
  readonly #socket: WebSocket;
  #watch: CredentialWatch | null = null;
  #heldBytes = 0;
  #isStalled = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** From now on only messages that pass this filter are sent. */
  sendWithin(watch: CredentialWatch): void {
    this.#watch = watch;
  }

  /** Resolves when the message has left this process, or can no longer be sent. Never rejects. */
  send(message: Record<string, unknown>): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve();
    if (this.#socket.bufferedAmount + this.#heldBytes > MOST_WAITING_BYTES) {
      this.cut();
      return Promise.resolve();
    }
    const text = JSON.stringify(message);
    if (!this.#watch) return this.#write(text);
    this.#heldBytes += text.length;
    return this.#watch.send(() => {
      this.#heldBytes -= text.length;
      return this.#write(text);
    });
  }

  #write(text: string): Promise<void> {
    return new Promise((resolve) =>
      this.#socket.send(text, () => {
        this.#isStalled = false;
        resolve();
      }),
    );
  }

  /** Disconnects a client that has read nothing since the last call, whatever it sends. */
  cutIfStalled(): void {
    if (this.#isStalled) this.cut();
    this.#isStalled = this.#socket.bufferedAmount > 0;
  }

  /** Ends the socket without a close frame, which would not reach a client that does not read. */
  cut(): void {
    this.#socket.terminate();
  }
}
