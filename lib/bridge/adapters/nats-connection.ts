import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { connect, type NatsConnection, type TlsOptions } from '@nats-io/transport-node';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import { BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';
import { connectionError, lateError, rejectedCommand } from '#/lib/bridge/adapters/connection-error.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** For dialing, and for each call. */
export const TIMEOUT_MS = 10 * SECOND_MS;
/** A connection that is silent for three times as long is lost. */
const PING_MS = 10 * SECOND_MS;

/** Connects to one of the server's addresses, without reconnecting: the next call checks the addresses again. */
export async function connectNats({ address, resolve, consumer }: AdapterOptions): Promise<NatsConnection> {
  const { host, port, secure, username, password } = address;
  const addresses = await resolve(host);
  const servers = addresses.map(({ address: ip, family }) => (family === 6 ? `[${ip}]:${port}` : `${ip}:${port}`));
  const login = password === null ? { token: username ?? undefined } : { user: username ?? '', pass: password };
  // Addresses have no names, so the certificate's name is passed. RFC 6066 section 3: an IP address is not a server
  // name, and without one the certificate would be compared with this machine's name.
  const tls = {
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    rejectUnauthorized: true,
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
  } as TlsOptions;
  return connect({
    servers,
    name: consumer,
    timeout: TIMEOUT_MS,
    pingInterval: PING_MS,
    // A lost connection fails what is in flight; the next call dials again, after another check of the addresses.
    reconnect: false,
    // Other servers that this one announces are not dialed either.
    ignoreClusterUpdates: true,
    ...(username === null ? {} : login),
    // Null: no TLS, even if the server offers it.
    tls: secure ? tls : null,
  });
}

/** Converts an error of the network, of the client or of NATS. */
export function natsError(error: unknown): BrokerError {
  if (error instanceof BrokerError) return error;
  const { name = '', message = '', code = '' } = error as { name?: string; message?: string; code?: string | number };
  if (name === 'AuthorizationError' || name === 'UserAuthenticationExpiredError') {
    return new BrokerError('auth_failed', 'NATS rejected the username, password, or token. Correct them in the URL.');
  }
  if (name === 'TimeoutError') return lateError('NATS');
  if (
    name.startsWith('JetStream') ||
    /NotFoundError|PermissionViolation|InvalidSubject|InvalidArgument|NoResponders/.test(name)
  ) {
    return rejectedCommand('NATS', message);
  }
  return connectionError('NATS', code);
}
