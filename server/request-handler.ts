import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_PATH } from '#/lib/api/app.ts';
import { REFERENCE_SCRIPT_PATH } from '#/server/serve-reference-script.ts';

const BUILD_PATH = '/_next/static/';
const METRICS_PATHS = new Set(['/metrics', '/api/metrics']);
/** Sign-in, by next-auth: the only paths below `/api` that Next serves. */
const AUTH_PATH = '/api/auth/';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Handlers = {
  api: Handler;
  pages: Handler;
  metrics: Handler;
  referenceScript: Handler;
  /** Returns false for a path that it does not handle. */
  health: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;
  /** Returns false for a path that it does not handle. */
  buildFile: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;
};

/**
 * Routes each request of the web process by its target, which must be normalized before (`normalizeTarget`). The API
 * handles everything below `/api` that nothing else does, so that an unknown path is a problem document there.
 */
export function requestHandler({ api, pages, metrics, referenceScript, health, buildFile }: Handlers): Handler {
  return async (request, response) => {
    const target = request.url ?? '';
    if (target.startsWith(`${API_PATH}/`)) return api(request, response);
    if (!target.startsWith('/')) return respondToServer(request, response);
    const path = target.split('?', 1)[0] ?? '';
    if (path === REFERENCE_SCRIPT_PATH) return referenceScript(request, response);
    if (METRICS_PATHS.has(path)) return metrics(request, response);
    if (path.startsWith(BUILD_PATH) && (await buildFile(request, response, path))) return;
    if (await health(request, response, path)) return;
    const isApi = path === '/api' || (path.startsWith('/api/') && !path.startsWith(AUTH_PATH));
    return isApi ? api(request, response) : pages(request, response);
  };
}

/** `OPTIONS *` asks about the server as a whole (RFC 9110, section 9.3.7); other targets without a path are invalid. */
async function respondToServer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method === 'OPTIONS' && url === '*') {
    response.writeHead(204, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' }).end();
    return;
  }
  response.writeHead(400, { 'Content-Length': 0, Connection: 'close' }).end();
}
