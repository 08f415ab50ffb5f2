import type { IncomingMessage, ServerResponse } from 'node:http';
import { metricsResponse } from '#/lib/core/metrics-response.ts';
import { carriesToken, isFromHere } from '#/lib/core/metrics-token.ts';

type Access = { token: string | undefined; isBehindProxy: boolean };

/**
 * `/api/metrics` and `/metrics` for Prometheus: with the operator's token, or without one for programs on this machine.
 */
export async function serveMetricsPath(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
): Promise<void> {
  const { status, headers, body } = await metricsResponse(mayRead(request, access));
  response.writeHead(status, headers).end(body);
}

function mayRead(request: IncomingMessage, { token, isBehindProxy }: Access): boolean {
  if (!token) return !isBehindProxy && isFromHere(request);
  return carriesToken(request.headers.authorization, token);
}
