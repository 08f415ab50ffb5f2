import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestIdOf } from '#/lib/api/operations/request-id.ts';
import { problemOf } from '#/lib/api/responses/problem.ts';
import { methodNotAllowed, upgradeRequired } from '#/lib/api/routes.ts';
import { AppError } from '#/lib/core/errors.ts';
import { apiHeaders } from '#/lib/core/security-headers.ts';

/** The request id of a handshake. */
export function handshakeId({ headers }: IncomingMessage): string {
  return requestIdOf(headers['x-request-id']?.toString());
}

/** Responds to a rejected handshake like the API to any rejected request, and ends the connection. */
export function rejectHandshake(request: IncomingMessage, socket: Duplex, error: unknown, isHttps: boolean): void {
  const requestId = handshakeId(request);
  const { status, headers, body } = problemOf(error, requestId);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    ...apiHeaders(isHttps),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  // The other side may never end its half.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * What is wrong with a request that is not a WebSocket handshake (RFC 6455, section 4.2); `why`: the library's reason.
 */
export function handshakeInvalid({ method = '', url = '' }: IncomingMessage, why: string): AppError {
  if (method !== 'GET') return methodNotAllowed(method, url.split('?', 1)[0] ?? '', 'GET');
  // RFC 6455, section 4.4.
  if (/Sec-WebSocket-Version/.test(why)) return upgradeRequired({ 'Sec-WebSocket-Version': '13' });
  return new AppError('handshake_invalid', {
    detail: `This isn’t a valid WebSocket handshake: ${why}. Use a WebSocket library.`,
    headers: { 'Sec-WebSocket-Version': '13' },
  });
}
