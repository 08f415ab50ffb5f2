import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isSocketPath, type SocketServer } from '#/lib/api/stream/socket-server.ts';

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Handles upgrades to `/api/v1/ws`, and passes the others on (the reload channel of Next's development pages). Next
 * would listen on the server itself and cut off upgrades that it does not know, so it is given `pages`, a server that
 * never listens; null if pages take no upgrades.
 */
export function handleUpgrades(server: Server, pages: Server | null, sockets: SocketServer, prepare: Prepare): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    prepare(request);
    const upgrade: Upgrade = isSocketPath(request.url) ? sockets.upgrade : handOn(pages);
    upgrade(request, socket, head);
  });
}

/** Other upgrade requests, such as curl's for HTTP/2, are handled as plain requests. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Runs for every request before it is handled. */
type Prepare = (request: IncomingMessage) => void;

function handOn(pages: Server | null): Upgrade {
  return (request, socket, head) => {
    if (pages?.emit('upgrade', request, socket, head)) return;
    // Node leaves the connection to us: a reset must not end the process, and a half-open connection must not stay.
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  };
}
