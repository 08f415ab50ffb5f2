import { LRUCache } from 'lru-cache';
import { findAllowedOrigins, isOriginAllowed } from '#/lib/accounts/workspaces/allowed-origins-query.ts';
import { normalizeOrigin } from '#/lib/accounts/workspaces/workspace.ts';
import type { SqlRunner } from '#/lib/core/clock.ts';

/** An edited list takes effect after at most this long, in every process. */
const TTL_MS = 2_000;
/** Cached lookups of each kind; strangers may send any origin. */
const MAX_ENTRIES = 1_000;

/** Sites whose pages a workspace allows: read over CORS, and as frames around its own pages. */
export class AllowedOrigins {
  readonly #ofWorkspace: Recent<ReadonlySet<string>>;
  readonly #known: Recent<boolean>;

  constructor(sql: SqlRunner, monotonic: () => number = () => performance.now()) {
    this.#ofWorkspace = new Recent((workspaceId) => findAllowedOrigins(sql, workspaceId), monotonic);
    this.#known = new Recent((origin) => isOriginAllowed(sql, origin), monotonic);
  }

  originsOf(workspaceId: string): Promise<ReadonlySet<string>> {
    return this.#ofWorkspace.get(workspaceId);
  }

  /** True when any workspace allows this site. */
  async isKnown(origin: string): Promise<boolean> {
    // Only an origin that a list could contain is looked up and cached.
    return normalizeOrigin(origin) === origin && this.#known.get(origin);
  }
}

/** The results of the latest lookups, each cached for a short time. */
class Recent<T> {
  readonly #load: (key: string) => Promise<T>;
  readonly #monotonic: () => number;
  readonly #cached = new LRUCache<string, { promise: Promise<T>; loadedAtMs: number }>({ max: MAX_ENTRIES });

  constructor(load: (key: string) => Promise<T>, monotonic: () => number) {
    this.#load = load;
    this.#monotonic = monotonic;
  }

  get(key: string): Promise<T> {
    const known = this.#cached.get(key);
    if (known && this.#monotonic() - known.loadedAtMs < TTL_MS) return known.promise;
    const entry = { promise: this.#load(key), loadedAtMs: this.#monotonic() };
    this.#cached.set(key, entry);
    // A failure is returned to the current callers, not to later ones.
    entry.promise.catch(() => {
      if (this.#cached.peek(key) === entry) this.#cached.delete(key);
    });
    return entry.promise;
  }
}
