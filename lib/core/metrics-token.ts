import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What is known of the client. */
type MetricsRequest = {
  headers: Pick<IncomingMessage['headers'], 'authorization'>;
  socket: { remoteAddress?: string | undefined };
};

/** Whether the client is a program on this machine. Behind a proxy, all clients look like one. */
export function isFromHere({ socket }: MetricsRequest): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '');
}

/** Whether the client may read a worker's metrics: programs on this machine may, others with the operator's token. */
export function mayReadWorker(client: MetricsRequest, token: string | undefined): boolean {
  return isFromHere(client) || (token !== undefined && carriesToken(client.headers.authorization, token));
}

/** True when an `Authorization` header carries the operator's token, compared in constant time. */
export function carriesToken(authorization: string | null | undefined, token: string): boolean {
  const sent = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
