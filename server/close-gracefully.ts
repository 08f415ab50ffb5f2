import type { Server } from 'node:http';
import { log } from '#/lib/core/log.ts';

/** How long requests at work may take to finish; open streams are ended then, and their clients reconnect. */
const GRACE_MS = 2_000;

/** On SIGTERM or SIGINT: takes no new connection, lets requests finish, ends streams, runs `after`, exits 0. */
export function closeGracefully(server: Server, after: () => Promise<void>): void {
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      after().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not close cleanly');
          process.exit(1);
        },
      );
    });
    server.closeIdleConnections();
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}
