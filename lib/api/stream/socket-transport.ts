import type { WebSocket } from 'ws';
import type { StreamEnd } from '#/lib/api/operations/operation.ts';
import type { TimedMessage, Transport } from '#/lib/api/stream/session.ts';

export const CLOSE = {
  goingAway: 1001,
  tryAgain: 1013,
  unauthenticated: 4401,
  permissions: 4403,
  tooMany: 4429,
} as const;

const ENDS: Record<StreamEnd, [code: number, reason: string]> = {
  credential: [CLOSE.unauthenticated, 'The key or session is no longer valid.'],
  permissions: [CLOSE.permissions, 'What this key or session may do has changed. Connect again.'],
  unchecked: [CLOSE.tryAgain, 'The key or session can’t be checked right now. Connect again.'],
  busy: [CLOSE.tryAgain, 'Too many reads of this workspace are waiting. Connect again.'],
  shutdown: [CLOSE.goingAway, 'The server is going away. Connect again.'],
};

type Handlers = {
  /** Sends the ping between the responses to the client's messages. */
  onPing: (send: () => Promise<void>) => void;
  /** Called when the socket begins to close: its client has half a minute to close its side. */
  onEnd: () => void;
};

/** A session over a WebSocket. */
export class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #handlers: Handlers;
  #isAlive = true;

  constructor(socket: WebSocket, handlers: Handlers) {
    this.#socket = socket;
    this.#handlers = handlers;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  format(message: TimedMessage): string {
    return JSON.stringify(message);
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.send(text, () => resolve()));
  }

  /** Cuts a client that has not responded to the last ping. */
  ping(send: () => Promise<void>): void {
    if (!this.#isAlive) {
      this.cut();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    this.#handlers.onPing(send);
  }

  end(why: StreamEnd): void {
    this.#handlers.onEnd();
    const [code, reason] = ENDS[why];
    this.#socket.close(code, reason);
  }

  /** Without a close frame, which would not reach a client that does not read. */
  cut(): void {
    this.#socket.terminate();
  }
}
