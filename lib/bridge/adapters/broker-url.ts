import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import { type AllowList, urlProblem } from '#/lib/url-guard/url-guard.ts';

/** A broker's URL in its parts. `host` is a name or an IP address, IPv6 without brackets. */
export type BrokerAddress = {
  host: string;
  port: number;
  secure: boolean;
  username: string | null;
  password: string | null;
  /** Without the leading slash: the number of a Redis database, or a virtual host of RabbitMQ. Empty for the default. */
  path: string;
};

type Scheme = { secure: boolean; port: number };

const SCHEMES: Readonly<Record<BrokerKind, Readonly<Record<string, Scheme>>>> = {
  redis: { 'redis:': { secure: false, port: 6379 }, 'rediss:': { secure: true, port: 6379 } },
  rabbitmq: { 'amqp:': { secure: false, port: 5672 }, 'amqps:': { secure: true, port: 5671 } },
  nats: { 'nats:': { secure: false, port: 4222 }, 'tls:': { secure: true, port: 4222 } },
};

/**
 * Why this URL cannot be a broker's, as a sentence for the person who wrote it; null when it can. The host is checked
 * as a webhook's is. Its addresses are checked again when they are dialed.
 */
export function brokerUrlProblem(kind: BrokerKind, text: string, allowed: AllowList): string | null {
  const address = parseBrokerUrl(kind, text);
  if (typeof address === 'string') return address;
  const problem = urlProblem(`https://${inUrl(address.host)}/`, allowed);
  return problem && ofBrokers(problem);
}

/** Adapts a sentence of the URL guard, which is worded for webhooks. */
export function ofBrokers(problem: string): string {
  return problem
    .replace('Webhooks may not call it', 'Brokers may not be there')
    .replace('which webhooks may not call', 'where brokers may not be');
}

/** The parts of a broker's URL, or why it is invalid. */
export function parseBrokerUrl(kind: BrokerKind, text: string): BrokerAddress | string {
  const schemes = SCHEMES[kind];
  const url = URL.parse(text);
  const scheme = url && schemes[url.protocol];
  if (!url || !scheme) return `Enter a URL that begins with ${Object.keys(schemes).join('// or ')}//.`;
  // Hosts of schemes that browsers do not know are not normalized: this also reads 0x7f.1 as 127.0.0.1.
  const host = URL.parse(`https://${url.hostname}/`)?.hostname;
  if (!host) return 'The URL names no host.';
  if (url.search !== '' || url.hash !== '')
    return 'The URL has a query or a fragment. Leave out what begins with ? or #.';
  const [username, password, path] = [url.username, url.password, url.pathname.replace(/^\//, '')].map(decoded);
  if (username === null || password === null || path === null) {
    return 'The URL has a % that is not an escape. Write % as %25.';
  }
  if (kind === 'redis' && !/^\d{0,5}$/.test(path as string)) return 'The path is the number of a database, e.g. /0.';
  if (kind === 'nats' && path !== '') return 'The URL has a path. NATS has none.';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port || scheme.port),
    secure: scheme.secure,
    username: username || null,
    password: password || null,
    path: path as string,
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
