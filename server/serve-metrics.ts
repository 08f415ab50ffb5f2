import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '#/lib/core/log.ts';
import { metrics } from '#/lib/core/metrics.ts';
import { carriesToken, isFromHere } from '#/lib/core/metrics-token.ts';

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
  if (!token) return !isBehindProxy && isFromHere(request);
  return carriesToken(request.headers.authorization, token);
}
