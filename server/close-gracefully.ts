import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { log } from '#/lib/core/log.ts';

/** How long requests at work may take to finish; open streams are ended then, and their clients reconnect. */
const GRACE_MS = 2_000;

/** Whatever still waits for the database then: nothing may keep the process for ever. */
const LAST_RESORT_MS = 25_000;

/** On SIGTERM or SIGINT: takes no new connection, lets requests finish, ends streams, runs `after`, exits 0. */
export function closeGracefully(server: Server, after: () => Promise<void>): void {
  const end = gracefulEnd(server, GRACE_MS);
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    setTimeout(() => {
      log.error('did not close in time');
      process.exit(1);
    }, LAST_RESORT_MS).unref();
    end()
      .then(after)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not close cleanly');
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}

/** Answers the function that ends the server: resolves when its last connection is gone, by itself or cut. */
export function gracefulEnd(server: Server, graceMs: number): () => Promise<void> {
  // The server itself forgets a connection once it is upgraded (the reload channel of Next's development pages), yet
  // `close` waits for it. Counted here rather than on 'upgrade': a listener there would keep Node from answering.
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return () =>
    new Promise((resolve) => {
      const cut = setTimeout(cutAll, graceMs);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      server.closeIdleConnections();
    });
}
