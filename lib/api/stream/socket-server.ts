import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { callerOf } from '#/lib/api/limits/caller-limits.ts';
import { FeedSocket, type SocketParts } from '#/lib/api/stream/feed-socket.ts';
import { handshakeId, handshakeInvalid, rejectHandshake } from '#/lib/api/stream/reject-handshake.ts';
import { callerOfUpgrade } from '#/lib/api/stream/socket-caller.ts';
import { AppError } from '#/lib/core/errors.ts';
import { takeStreamSlot } from '#/lib/feed/topics/authorize-topics.ts';

export const SOCKET_PATH = '/api/v1/ws';
/** The largest message: clients only subscribe and unsubscribe, which takes little. */
const LARGEST_MESSAGE = 64 * 1024;
/** Sockets of one address whose caller is not authenticated yet. */
const MAX_UNKNOWN = 20;

export type SocketServer = {
  /** Handles an upgrade of `SOCKET_PATH`, with a socket or a problem document. Never rejects. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
  /** How many are open. */
  size: () => number;
};

/** True for upgrade requests to our WebSocket. */
export function isSocketPath(url: string | undefined): boolean {
  return url?.split('?', 1)[0] === SOCKET_PATH;
}

export function socketServer(parts: SocketParts): SocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  const reject = (request: IncomingMessage, socket: Duplex, error: unknown) =>
    rejectHandshake(request, socket, error, parts.appUrl.startsWith('https:'));
  sockets.on('headers', (headers, request) => headers.push(`X-Request-Id: ${handshakeId(request)}`));
  sockets.on('wsClientError', ({ message }, socket, request) =>
    reject(request, socket, handshakeInvalid(request, message)),
  );
  return {
    upgrade: async (request, socket, head) => {
      // Node leaves an upgraded connection to us, failures included.
      socket.on('error', () => socket.destroy());
      try {
        const greet = await countRequest(request, parts);
        let isOpen = false;
        // Calls back before it returns, or never: an invalid handshake is rejected above.
        sockets.handleUpgrade(request, socket, head, (opened) => {
          isOpen = true;
          greet(new FeedSocket(opened, request.headers, parts));
        });
        if (!isOpen) greet(null);
      } catch (error) {
        reject(request, socket, error);
      }
    },
    size: () => sockets.clients.size,
  };
}

type Greet = (socket: FeedSocket | null) => void;

/** Takes a stream slot for the caller; returns how to greet it, or how to release the slot. @throws AppError 401, 429 */
async function countRequest(request: IncomingMessage, parts: SocketParts): Promise<Greet> {
  const caller = await callerOfUpgrade(request.headers, parts);
  const release = caller ? takeStreamSlot(parts.hub, caller.actor) : takeAnonymousSlot(request, parts);
  return (socket) => {
    if (!socket) release();
    else if (caller) socket.welcome(caller, release);
    else socket.challenge(release);
  };
}

function takeAnonymousSlot({ headers }: IncomingMessage, { hub }: SocketParts): () => void {
  const { address } = callerOf({ get: (name) => headers[name]?.toString() ?? null });
  const release = hub.slots.take(`address ${address}`, MAX_UNKNOWN);
  if (release) return release;
  throw new AppError('too_many_streams', {
    detail: `${MAX_UNKNOWN} sockets from this address haven’t authenticated yet. Authenticate or close one first.`,
    headers: { 'Retry-After': '5' },
  });
}
