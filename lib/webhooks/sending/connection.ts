import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Dial } from '#/lib/webhooks/sending/dial.ts';
import { InformationalResponses } from '#/lib/webhooks/sending/informational-responses.ts';

const MAX_HEADER_BYTES = 16_384;
/** Below the five seconds after which common receivers close an idle connection themselves, which would lose a request. */
const KEEP_ALIVE_MS = 4_000;
/** Above that only when the receiver announces it (`Keep-Alive: timeout=…`), less undici's margin of two seconds. */
const KEEP_ALIVE_MAX_MS = 60_000;

/** One connection to an origin: dialed when first needed, redialed after it was closed, one request at a time. */
export class Connection {
  /** The IP address that is connected, or was dialed last. */
  address: string | null = null;
  readonly #client: Client;
  #dialing: Socket | null = null;
  #responses: InformationalResponses | null = null;

  constructor(origin: string, dial: Dial) {
    this.#client = new Client(origin, {
      connect: (target, callback) => {
        this.#dialing = dial(target, (error, socket) => {
          this.#dialing = null;
          this.address = socket?.remoteAddress ?? this.address;
          this.#responses = socket && new InformationalResponses(socket);
          if (error) callback(error, null);
          else callback(null, socket);
        });
        this.#dialing?.on('connectionAttempt', (address) => {
          this.address = address;
        });
      },
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      // The attempt has one timeout for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#responses?.startResponse();
    this.#client.dispatch(request, handler);
  }

  /** Ends the connection now. A request that waits for it to open fails at once with `reason`. */
  destroy(reason: Error): void {
    void this.#client.destroy(reason);
    this.#dialing?.destroy();
  }
}
