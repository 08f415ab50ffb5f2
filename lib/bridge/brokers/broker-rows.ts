import { LRUCache } from 'lru-cache';
import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import { findBrokerById } from '#/lib/bridge/brokers/broker-store.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { Db } from '#/lib/db/client.ts';

type Entry = { loading: Promise<Broker | null>; loadedAtMs: number };

/** A change of a broker is in force after at most this long. */
const TTL_MS = 2 * SECOND_MS;
const CACHE_SIZE = 1_000;

/** Rows of brokers, read at most once in two seconds each. */
export class BrokerRows {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #entries = new LRUCache<string, Entry>({ max: CACHE_SIZE });

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Null: there is none. Rejects when the database can't be reached. */
  find(id: string): Promise<Broker | null> {
    const nowMs = this.#now();
    const known = this.#entries.get(id);
    if (known && nowMs - known.loadedAtMs < TTL_MS) return known.loading;
    const loading = findBrokerById(this.#db, id);
    const entry = { loading, loadedAtMs: nowMs };
    this.#entries.set(id, entry);
    // A failure goes to the current callers, not to later ones.
    loading.catch(() => {
      if (this.#entries.peek(id) === entry) this.#entries.delete(id);
    });
    return loading;
  }
}
