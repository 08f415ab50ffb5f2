import type { WebSocket } from 'ws';

/** What may wait for a reader that does not read. More than one read of the feed, so that nobody is cut for a burst. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** The writing end of one socket. A reader who falls far behind is cut off; he goes on from the last `cursor` he has. */
export class SocketOut {
  readonly #socket: WebSocket;
  #isStalled = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Resolves when the message has left this process, or can't any more. Never rejects. */
  send(message: Record<string, unknown>): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve();
    if (this.#socket.bufferedAmount > MOST_WAITING_BYTES) {
      this.cut();
      return Promise.resolve();
    }
    return new Promise((resolve) =>
      this.#socket.send(JSON.stringify(message), () => {
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
