import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What is known of who asks. */
type Asking = {
  headers: Pick<IncomingMessage['headers'], 'authorization'>;
  socket: { remoteAddress?: string | undefined };
};

/** Whether a program of this machine asks. Behind a proxy all clients seem to be one. */
export function isFromHere({ socket }: Asking): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '');
}

/** Whether somebody may read a worker's metrics: programs of this machine, others with the operator's token. */
export function mayReadWorker(asking: Asking, token: string | undefined): boolean {
  return isFromHere(asking) || (token !== undefined && carriesToken(asking.headers.authorization, token));
}

/** True when an `Authorization` header carries the operator's token, compared without telling how much of it is right. */
export function carriesToken(authorization: string | null | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
