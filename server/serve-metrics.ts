import type { IncomingMessage, ServerResponse } from 'node:http';
import { carriesToken } from '#/lib/api/health/metrics-token.ts';
import { log } from '#/lib/core/log.ts';
import { metrics } from '#/lib/core/metrics.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

type Access = { token: string | undefined; isBehindProxy: boolean };

/** `/api/metrics` and `/metrics` for Prometheus: with the operator's token, or without one for programs of this machine. */
export async function serveMetricsPath(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
): Promise<void> {
  if (!mayRead(request, access)) {
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="metrics"', 'Content-Type': 'text/plain' });
    response.end('Set METRICS_TOKEN, and send it as "Authorization: Bearer <token>".\n');
    return;
  }
  try {
    const text = await metrics.metrics();
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
  } catch (error) {
    log.warn({ err: error }, 'metrics not readable');
    response.writeHead(503).end();
  }
}

function mayRead(request: IncomingMessage, { token, isBehindProxy }: Access): boolean {
  // Behind a proxy all clients seem to be on this machine.
  if (!token) return !isBehindProxy && LOOPBACK.has(request.socket.remoteAddress ?? '');
  return carriesToken(request.headers.authorization, token);
}
