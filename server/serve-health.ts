import type { IncomingMessage, ServerResponse } from 'node:http';
import { findHealthResponse, type HealthParts } from '#/lib/api/health/find-health-response.ts';

/** Serves `/ping`, `/api/health` and `/api/ready`; false for another path. */
export async function serveHealth(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  parts: HealthParts,
): Promise<boolean> {
  const reply = await findHealthResponse(path, parts);
  if (!reply) return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return true;
  }
  const { status, type, body } = reply;
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' };
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  return true;
}
