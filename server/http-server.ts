import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { log } from '#/lib/core/log.ts';
import { loggedPath } from '#/lib/core/logged-path.ts';
import { continueWhenRead } from '#/server/continue-when-read.ts';
import { type Handlers, requestHandler } from '#/server/request-handler.ts';
import { isWebSocket } from '#/server/upgrade-handler.ts';

/**
 * Longer than load balancers keep idle connections, usually 60 s: one that we close might be just about to carry a
 * request.
 */
export const KEEP_ALIVE_MS = 75_000;

/** The web process's HTTP server, not listening yet. `prepare` is called with every request before it is routed. */
export function httpServer(handlers: Handlers, prepare: (request: IncomingMessage) => void): Server {
  const handle = requestHandler(handlers);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    prepare(request);
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error, path: loggedPath(request.url ?? '') }, 'response failed');
      response.destroy();
    });
  };
  const options = { shouldUpgradeCallback: isWebSocket, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(options, listener);
  return server.on('checkContinue', continueWhenRead(listener));
}
