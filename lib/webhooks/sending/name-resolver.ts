import type { LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { FairQueue } from '#/lib/core/fair-queue.ts';
import { type FoundName, queryName } from '#/lib/webhooks/sending/query-name.ts';
import { candidatesOf, SystemNames } from '#/lib/webhooks/sending/system-names.ts';

/** For whom a name is looked up, and until when someone waits for it. */
export type LookupCaller = { tenant: string; signal: AbortSignal };
type Addresses = readonly LookupAddress[];
type Parts = { servers?: readonly string[]; system?: Pick<SystemNames, 'get'>; monotonic?: () => number };
type Lookup = { found: Promise<FoundName>; callers: number; stop: AbortController };

/** For one name, however many servers and domains are queried. */
export const DEADLINE_MS = 5 * SECOND_MS;
/** Concurrent names per workspace. */
export const SHARE = 16;
/** The longest that an answer is cached. */
const MAX_TTL_MS = 60 * SECOND_MS;
const MAX_ENTRIES = 10_000;
/** An answer with more is used but not cached, since the server decides how many there are. */
const MAX_CACHED_ADDRESSES = 32;

/**
 * Finds the addresses of names without threads: in the hosts file, else by the machine's name servers. Answers are
 * cached for their time to live, a minute at most. A workspace whose names are slow takes only its own few slots, and a
 * query ends after five seconds or when no caller waits for it anymore.
 */
export class NameResolver {
  readonly #servers: readonly string[] | undefined;
  readonly #system: Pick<SystemNames, 'get'>;
  readonly #monotonic: () => number;
  readonly #cached = new LRUCache<string, { addresses: Addresses; untilMs: number }>({ max: MAX_ENTRIES });
  /** By workspace and name, so that no workspace waits in another's queue. */
  readonly #lookups = new Map<string, Lookup>();
  readonly #queue = new FairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    perTenant: SHARE,
    mostWaiting: Number.POSITIVE_INFINITY,
  });

  constructor({ servers, monotonic = () => performance.now(), system = new SystemNames(monotonic) }: Parts = {}) {
    this.#servers = servers;
    this.#system = system;
    this.#monotonic = monotonic;
  }

  /** Rejects with an Error whose `code` is one of `dns`'s: `ENOTFOUND`, `ENODATA`, `ETIMEOUT`, `ESERVFAIL` and others. */
  async resolve(hostname: string, { tenant, signal }: LookupCaller): Promise<Addresses> {
    const name = hostname.toLowerCase();
    const settings = await this.#system.get();
    signal.throwIfAborted();
    const own = settings.hosts.get(name.replace(/\.$/, ''));
    if (own) return own;
    const cached = this.#cachedOf(name);
    if (cached) return cached;
    const key = `${tenant} ${name}`;
    const lookup = this.#lookups.get(key) ?? this.#request(key, tenant, candidatesOf(name, settings));
    const found = await this.#wait(key, lookup, signal);
    this.#cache(name, found);
    return found.addresses;
  }

  #request(key: string, tenant: string, names: readonly string[]): Lookup {
    const stop = new AbortController();
    const query = () => withinDeadline(stop, () => queryName(names, { servers: this.#servers, signal: stop.signal }));
    const found = this.#queue.run(tenant, query, () => new Error('Never: as many may wait as want to.'));
    const lookup = { found, callers: 0, stop };
    this.#lookups.set(key, lookup);
    return lookup;
  }

  /** The answer, or the signal's reason. The last caller to leave ends the query. */
  async #wait(key: string, lookup: Lookup, signal: AbortSignal): Promise<FoundName> {
    lookup.callers += 1;
    try {
      return await orAborted(lookup.found, signal);
    } finally {
      lookup.callers -= 1;
      if (lookup.callers === 0) {
        lookup.stop.abort(signal.reason);
        if (this.#lookups.get(key) === lookup) this.#lookups.delete(key);
      }
    }
  }

  #cachedOf(name: string): Addresses | null {
    const cached = this.#cached.get(name);
    if (!cached) return null;
    if (cached.untilMs > this.#monotonic()) return cached.addresses;
    this.#cached.delete(name);
    return null;
  }

  #cache(name: string, { addresses, ttlSeconds }: FoundName): void {
    if (ttlSeconds <= 0 || addresses.length > MAX_CACHED_ADDRESSES) return;
    this.#cached.set(name, {
      addresses,
      untilMs: this.#monotonic() + Math.min(ttlSeconds * SECOND_MS, MAX_TTL_MS),
    });
  }
}

/** Ends a query that has taken too long. */
async function withinDeadline<T>(stop: AbortController, request: () => Promise<T>): Promise<T> {
  const late = Object.assign(new Error('The name servers took too long.'), { code: 'ETIMEOUT' });
  const timer = setTimeout(() => stop.abort(late), DEADLINE_MS);
  try {
    return await request();
  } finally {
    clearTimeout(timer);
  }
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
