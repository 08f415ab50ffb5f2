import { LRUCache } from 'lru-cache';
import { findAllowedOrigins, isOriginAllowed } from '#/lib/accounts/workspaces/allowed-origins-query.ts';
import { normalizeOrigin } from '#/lib/accounts/workspaces/workspace.ts';
import type { SqlRunner } from '#/lib/core/clock.ts';

/** An edited list is heeded after at most this long, by every process. */
const KEPT_MS = 2_000;
/** Answers kept of each kind; strangers ask for what they like. */
const MOST_KEPT = 1_000;

/** Sites whose pages a workspace lets in: read over CORS, and as frames around its own pages. */
export class AllowedOrigins {
  readonly #ofWorkspace: Recent<ReadonlySet<string>>;
  readonly #known: Recent<boolean>;

  constructor(sql: SqlRunner, monotonic: () => number = () => performance.now()) {
    this.#ofWorkspace = new Recent((workspaceId) => findAllowedOrigins(sql, workspaceId), monotonic);
    this.#known = new Recent((origin) => isOriginAllowed(sql, origin), monotonic);
  }

  of(workspaceId: string): Promise<ReadonlySet<string>> {
    return this.#ofWorkspace.get(workspaceId);
  }

  /** True when any workspace lets this site in. */
  async isKnown(origin: string): Promise<boolean> {
    // Only what could be in a list is looked for, and kept.
    return normalizeOrigin(origin) === origin && this.#known.get(origin);
  }
}

/** Answers to the questions asked last, each for a short while. */
class Recent<T> {
  readonly #ask: (key: string) => Promise<T>;
  readonly #monotonic: () => number;
  readonly #kept = new LRUCache<string, { answer: Promise<T>; askedAtMs: number }>({ max: MOST_KEPT });

  constructor(ask: (key: string) => Promise<T>, monotonic: () => number) {
    this.#ask = ask;
    this.#monotonic = monotonic;
  }

  get(key: string): Promise<T> {
    const known = this.#kept.get(key);
    if (known && this.#monotonic() - known.askedAtMs < KEPT_MS) return known.answer;
    const entry = { answer: this.#ask(key), askedAtMs: this.#monotonic() };
    this.#kept.set(key, entry);
    // A failure is for those who asked, not for those who ask later.
    entry.answer.catch(() => {
      if (this.#kept.peek(key) === entry) this.#kept.delete(key);
    });
    return entry.answer;
  }
}
