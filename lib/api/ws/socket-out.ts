import type { WebSocket } from 'ws';
import type { CredentialWatch } from '#/lib/realtime/credential-watch.ts';

/** What may wait for a reader that does not read. More than one read of the feed, so that nobody is cut for a burst. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** The writing end of one socket. A reader who falls far behind is cut off; he goes on from the last `cursor` he has. */
export class SocketOut {
  readonly #socket: WebSocket;
  #watch: CredentialWatch | null = null;
  #heldBytes = 0;
  #isStalled = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** From now on nothing is sent but what this lets leave. */
  sendWithin(watch: CredentialWatch): void {
    this.#watch = watch;
  }

  /** Resolves when the message has left this process, or can't or may not any more. Never rejects. */
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

  /** Cuts off a reader who has taken nothing of what waits since this was called last, whatever he sends. */
  cutIfStalled(): void {
    if (this.#isStalled) this.cut();
    this.#isStalled = this.#socket.bufferedAmount > 0;
  }

  /** Ends the socket without a word, which would not get through to who does not read. */
  cut(): void {
    this.#socket.terminate();
  }
}
