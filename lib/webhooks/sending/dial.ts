import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type AllowList, addressProblem } from '#/lib/url-guard/url-guard.ts';
import { DeliveryFailure } from '#/lib/webhooks/sending/attempt-result.ts';
import type { GuardedLookup } from '#/lib/webhooks/sending/guarded-lookup.ts';

/** The destination, as undici passes it: IPv6 without brackets, `port` empty for the scheme's own. */
export type DialTarget = { hostname: string; protocol: string; port: string };
export type Dialed = (...outcome: [error: null, socket: Socket] | [error: Error, socket: null]) => void;
/** Opens a connection, ready to speak HTTP/1.1. The socket is returned at once, so that dialing can be cut off. */
export type Dial = (target: DialTarget, dialed: Dialed) => Socket | null;

type DialOptions = { allowed: AllowList; lookup: GuardedLookup; ca?: string | Buffer | undefined };

/**
 * A dialer for one origin that connects to addresses which were checked a moment before, and to nothing else. It checks
 * the address three times: a host written as an IP address, what a name resolves to (`lookup`), and the peer of the
 * open connection before a byte is sent. It has no timeout: destroy the socket.
 */
export function dialer(options: DialOptions): Dial {
  let session: Buffer | undefined;
  return (target, dialed) => {
    const problem = isIP(target.hostname) === 0 ? null : addressProblem(target.hostname, options.allowed);
    if (problem) {
      queueMicrotask(() => dialed(new DeliveryFailure('blocked_address', problem), null));
      return null;
    }
    const secure = target.protocol === 'https:';
    const ended = new AbortController();
    const lookup: LookupFunction = (name, how, done) => options.lookup(name, how, done, ended.signal);
    const socket = secure ? dialTls(target, { ...options, lookup }, session) : dialTcp(target, lookup);
    socket.once('close', () => ended.abort());
    socket.setNoDelay(true);
    socket.on('session', (next: Buffer) => {
      session = next;
    });
    respondOnce(socket, secure, options.allowed, dialed);
    return socket;
  };
}

function dialTcp(target: DialTarget, lookup: LookupFunction): Socket {
  return connectTcp({ host: target.hostname, port: Number(target.port || 80), lookup });
}

function dialTls(
  target: DialTarget,
  { lookup, ca }: Pick<DialOptions, 'ca'> & { lookup: LookupFunction },
  session: Buffer | undefined,
): Socket {
  return connectTls({
    host: target.hostname,
    port: Number(target.port || 443),
    lookup,
    ALPNProtocols: ['http/1.1'],
    // RFC 6066 section 3: neither an IP address nor a trailing dot is a server name.
    servername: isIP(target.hostname) === 0 ? target.hostname.replace(/\.$/, '') : '',
    // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot override it.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(session === undefined ? {} : { session }),
  });
}

function respondOnce(socket: Socket, secure: boolean, allowed: AllowList, dialed: Dialed): void {
  let connected = false;
  let open = true;
  const response: Dialed = (...outcome) => {
    if (!open) return;
    open = false;
    dialed(...outcome);
  };
  socket.once('connect', () => {
    connected = true;
    const problem = addressProblem(socket.remoteAddress ?? '', allowed);
    if (problem) socket.destroy(new DeliveryFailure('blocked_address', problem));
    else if (!secure) response(null, socket);
  });
  if (secure) socket.once('secureConnect', () => response(null, socket));
  socket.on('error', (error) => {
    const inTls = secure && connected && !(error instanceof DeliveryFailure);
    response(
      inTls ? new DeliveryFailure('tls_failed', `The TLS handshake failed: ${error.message}`, error) : error,
      null,
    );
  });
}
