import { listAllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins-query.ts';
import type { SqlRunner } from '#/lib/core/clock.ts';

type ByWorkspace = ReadonlyMap<string, ReadonlySet<string>>;

/** An edited list is heeded after at most this long, by every process. */
const KEPT_MS = 2_000;

/** Sites whose pages a workspace lets in: read over CORS, and as frames around its own pages. */
export class AllowedOrigins {
  readonly #sql: SqlRunner;
  readonly #monotonic: () => number;
  #loading: Promise<ByWorkspace> | null = null;
  #loadedAtMs = 0;

  constructor(sql: SqlRunner, monotonic: () => number = () => performance.now()) {
    this.#sql = sql;
    this.#monotonic = monotonic;
  }

  async of(workspaceId: string): Promise<ReadonlySet<string>> {
    return (await this.#all()).get(workspaceId) ?? NONE;
  }

  /** True when any workspace lets this site in. */
  async isKnown(origin: string): Promise<boolean> {
    return (await this.#all()).values().some((origins) => origins.has(origin));
  }

  #all(): Promise<ByWorkspace> {
    if (this.#loading && this.#monotonic() - this.#loadedAtMs < KEPT_MS) return this.#loading;
    this.#loadedAtMs = this.#monotonic();
    const loading = listAllowedOrigins(this.#sql).then(
      (rows) => new Map(rows.map(({ workspaceId, origins }) => [workspaceId, new Set(origins)])),
    );
    this.#loading = loading;
    // A failure is for those who asked, not for those who ask later.
    loading.catch(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    return loading;
  }
}

const NONE: ReadonlySet<string> = new Set();
