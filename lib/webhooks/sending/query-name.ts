import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** What the name servers know about a name, and for how long it is valid. */
export type FoundName = { addresses: readonly LookupAddress[]; ttlSeconds: number };
type Query = { servers?: readonly string[] | undefined; signal: AbortSignal };
type Records = readonly { address: string; ttl: number }[];

/** Until a silent name server is queried again, or the next one is. */
const ATTEMPT_MS = 1_500;
const ATTEMPTS = 2;
/** The name does not exist, or has no address. */
const NOT_FOUND: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);
const SERVER_FAILURE = 'ESERVFAIL';

/**
 * Queries the name servers of this machine (or `servers`) for the IPv4 and IPv6 addresses of the first of `names` that
 * has any. c-ares uses its own sockets, so that no thread waits. Rejects with an Error whose `code` is one of `dns`'s,
 * with the signal's reason when that is aborted.
 */
export async function queryName(names: readonly string[], { servers, signal }: Query): Promise<FoundName> {
  signal.throwIfAborted();
  // One per query: it reads the machine's settings again (22 µs), and canceling affects no other query.
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    return await firstFound(resolver, names, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function firstFound(resolver: Resolver, names: readonly string[], signal: AbortSignal): Promise<FoundName> {
  let notFound: unknown;
  let outOfOrder: unknown;
  for (const name of names) {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    if (v4.status === 'fulfilled' || v6.status === 'fulfilled') return foundOf(recordsOf(v4), recordsOf(v6));
    signal.throwIfAborted();
    const reasons = [v4.reason, v6.reason];
    // A server that is silent, or refuses, does so for the next name too. After a server failure for one domain the
    // next is tried, as by the resolvers of resolv.conf(5): a broken search domain must not hide the name itself.
    const failure = reasons.find((reason) => !isNotFound(reason) && reason.code !== SERVER_FAILURE);
    if (failure) throw failure;
    outOfOrder ??= reasons.find(({ code }) => code === SERVER_FAILURE);
    notFound = v4.reason;
  }
  // A server failure comes first: the name may exist after all, so the delivery is retried.
  throw outOfOrder ?? notFound;
}

function recordsOf(result: PromiseSettledResult<Records>): Records {
  return result.status === 'fulfilled' ? result.value : [];
}

function foundOf(v4: Records, v6: Records): FoundName {
  const first = hasIpv6() ? v6 : v4;
  const addresses = [...first, ...(first === v6 ? v4 : v6)].map(({ address }) => ({
    address,
    family: v6.some((record) => record.address === address) ? 6 : 4,
  }));
  return { addresses, ttlSeconds: Math.min(...[...v4, ...v6].map(({ ttl }) => ttl)) };
}

/** With a global IPv6 address this machine prefers IPv6, as RFC 6724 says. */
function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal, address }) => family === 'IPv6' && !internal && !address.startsWith('fe80')),
  );
}

function isNotFound(error: { code?: string }): boolean {
  return NOT_FOUND.has(error.code);
}
