import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { CLEAN_UP_MS, FINISH_MS } from '#/lib/core/shutdown.ts';

/** A client that gets a close frame closes its socket at once. Next's reload channel gets none, and never closes. */
const LEAVE_MS = 2 * SECOND_MS;

export type DrainParts = {
  /** Closes streams and sockets, so that clients reconnect elsewhere. Resolves when other listeners have ended, too. */
  closeStreams: () => void | Promise<void>;
  /** How long requests may take after that. */
  finishMs?: number;
  /** How long connections without a request may take, once nothing listens anymore. */
  leaveMs?: number;
};

/**
 * Ends a server without losing a request. Until load balancers notice (`isDraining` makes `/api/ready` 503), it accepts
 * connections and requests as usual, and responds to each with `Connection: close`: if only the server closed a
 * connection, a request might just be arriving on it. Then streams and sockets are closed, requests finish, and the
 * listener is closed last.
 */
export class Drain {
  readonly #server: Server;
  readonly #parts: DrainParts;
  readonly #connections = new Set<Socket>();
  readonly #inFlight = new Map<ServerResponse, Socket>();
  #isDraining = false;

  constructor(server: Server, parts: DrainParts) {
    this.#server = server;
    this.#parts = parts;
    // The server no longer tracks a connection once it is upgraded (the reload channel of Next's development pages),
    // yet `close` waits for it. Counted here rather than on 'upgrade': a listener there would keep Node from
    // responding.
    server.on('connection', (socket: Socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    // Before the handlers, which may have sent the header by the time this would run otherwise.
    const track = ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#inFlight.set(response, socket);
      response.once('close', () => this.#inFlight.delete(response));
      if (this.#isDraining) response.shouldKeepAlive = false;
    };
    // Node emits one or the other.
    server.prependListener('request', track);
    server.prependListener('checkContinue', track);
  }

  /** True from the start of the shutdown: this process should get no more traffic. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when the last connection has ended or was cut. `noticed`: when load balancers have noticed. */
  async end(noticed: Promise<unknown>): Promise<void> {
    this.#isDraining = true;
    for (const response of this.#inFlight.keys()) if (!response.headersSent) response.shouldKeepAlive = false;
    await noticed;
    const { closeStreams, finishMs = FINISH_MS, leaveMs = LEAVE_MS } = this.#parts;
    const closed = closeStreams();
    const cutAll = setTimeout(() => this.#destroySockets(() => true), finishMs);
    await this.#finishThese([...this.#inFlight.keys()]);
    const cutIdle = setTimeout(() => this.#destroySockets((socket) => !this.#hasResponse(socket)), leaveMs);
    await new Promise((resolve) => this.#server.close(resolve));
    clearTimeout(cutAll);
    clearTimeout(cutIdle);
    await closed;
  }

  /** Later requests finish, too, but don't keep the listener open forever. */
  async #finishThese(responses: ServerResponse[]): Promise<void> {
    await Promise.all(responses.map((response) => new Promise((resolve) => response.once('close', resolve))));
  }

  #hasResponse(socket: Socket): boolean {
    return [...this.#inFlight.values()].includes(socket);
  }

  #destroySockets(matches: (socket: Socket) => boolean): void {
    for (const socket of this.#connections) if (matches(socket)) socket.destroy();
  }
}

type Ending = {
  /** How long load balancers may take to stop sending traffic. */
  drainSeconds: number;
  after: () => Promise<void>;
};

/**
 * On SIGTERM: drains, runs `after`, exits 0. On SIGINT, which a person at a terminal sends, or a second signal, it does
 * not wait for load balancers.
 */
export function endGracefully(drain: Drain, { drainSeconds, after }: Ending): void {
  const hurry = Promise.withResolvers<void>();
  const end = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT' || drain.isDraining) hurry.resolve();
    if (drain.isDraining) return;
    log.info({ signal }, 'web is draining');
    drain
      .end(Promise.race([hurry.promise, delay(drainSeconds * SECOND_MS)]))
      .then(() => cleanUp(after))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not close cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** A database that does not respond must not keep the process. */
async function cleanUp(after: () => Promise<void>): Promise<void> {
  const tooLate = delay(CLEAN_UP_MS, undefined, { ref: false }).then(() => {
    throw new Error(`not closed within ${CLEAN_UP_MS} ms`);
  });
  await Promise.race([after(), tooLate]);
}
