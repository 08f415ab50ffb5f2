import { LRUCache } from 'lru-cache';

/** Loads what the database has for these signers, workspaces or endpoints: secrets, newest first, or an address. */
type Load = (signerIds: string[]) => Promise<Map<string, string[]>>;
type Entry = { loading: Promise<string[]>; loadedAtMs: number };

/** A rotated secret is used after at most this long; the one before is good for much longer. So is a new address. */
export const TTL_MS = 10_000;
const CACHE_SIZE = 10_000;

/** Signing secrets, or addresses of endpoints, read from the database once per signer in ten seconds. */
export class SecretCache {
  readonly #load: Load;
  readonly #monotonic: () => number;
  readonly #entries = new LRUCache<string, Entry>({ max: CACHE_SIZE });

  constructor(load: Load, monotonic: () => number = () => performance.now()) {
    this.#load = load;
    this.#monotonic = monotonic;
  }

  /** Loads what is missing or old in one query, so that it is there when the alarms are due. */
  prefetch(signerIds: Iterable<string>): void {
    const nowMs = this.#monotonic();
    const missing = [...new Set(signerIds)].filter((id) => !this.#isFresh(id, nowMs));
    if (missing.length === 0) return;
    const loaded = this.#load(missing);
    for (const id of missing) this.#remember(id, loaded, nowMs);
  }

  /** Rejects when the database can't be reached. */
  get(signerId: string): Promise<string[]> {
    this.prefetch([signerId]);
    return (this.#entries.get(signerId) as Entry).loading;
  }

  #isFresh(id: string, nowMs: number): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && nowMs - entry.loadedAtMs < TTL_MS;
  }

  #remember(id: string, loaded: Promise<Map<string, string[]>>, nowMs: number): void {
    const loading = loaded.then((secrets) => secrets.get(id) ?? []);
    const entry = { loading, loadedAtMs: nowMs };
    this.#entries.set(id, entry);
    // A failure goes to the current callers, not to later ones.
    loading.catch(() => {
      if (this.#entries.peek(id) === entry) this.#entries.delete(id);
    });
  }
}
