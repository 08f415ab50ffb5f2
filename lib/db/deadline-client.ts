import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { log } from '#/lib/core/log.ts';

/** How long a query may go without a response, unless a setting says otherwise. Longer than `lock_timeout`. */
export const DEFAULT_TIMEOUT_MS = 8_000;
/** The same for statements that are known to take minutes: a bit more than the server is given for them. */
export const LONG_TIMEOUT_MS = 605_000;
/** What a new connection may take. How long to wait for a free one is the pool's affair. */
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a server may take to close a connection that has been ended in good order. */
const GOODBYE_MS = 1_000;
/** The kernel asks first after this on a connection on which nothing moves, then each second, ten times at most. */
const KEEP_ALIVE_AFTER_MS = 5_000;
/** The same from the server's end, so that it lets go of what a process held that has fallen silent. */
const SERVER_SETTINGS =
  '-c tcp_user_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=5';
/** What `pg` says when a query has had no response in time. */
const READ_TIMEOUT = 'Query read timeout';

const connected = new Map<string, Set<DeadlineClient>>();

/**
 * What every connection to the database is made of. `options` are settings of the session (`-c name=value`); a query
 * without a response in `timeoutMs` is rejected, and its connection destroyed.
 */
export function connectionSettings(connectionString: string, options: string, timeoutMs: number) {
  return {
    connectionString,
    options: `${options} ${SERVER_SETTINGS}`.trim(),
    query_timeout: timeoutMs,
    Client: DeadlineClient,
  } satisfies PoolConfig;
}

/**
 * A connection that is given up when a query gets no response within `query_timeout`. `pg` alone rejects the query and
 * keeps the connection, and Prisma puts it back into its pool, where every later query would wait as long. A silent
 * connection seldom stands alone: those of this process to the same server that were not heard of since are destroyed
 * with it, unless a query of theirs may take longer.
 */
export class DeadlineClient extends Client {
  readonly #timeoutMs: number;
  readonly #siblings: Set<DeadlineClient>;
  #askedMs = performance.now();
  #heardMs = this.#askedMs;

  constructor(config: ClientConfig = {}) {
    super({
      ...config,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    this.#timeoutMs = config.query_timeout ?? DEFAULT_TIMEOUT_MS;
    this.#siblings = siblingsAt(`${this.host}:${this.port}/${this.database}`);
    this.once('connect', () => this.#siblings.add(this));
    this.once('end', () => this.#siblings.delete(this));
    this.connection.on('readyForQuery', () => {
      this.#heardMs = performance.now();
    });
  }

  /** As that of `pg`, in all its forms. */
  // biome-ignore lint/suspicious/noExplicitAny: it has eight forms
  override query(...given: any[]): any {
    const askedMs = performance.now();
    this.#askedMs = askedMs;
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      given[given.length - 1] = (error: unknown, result: unknown) => {
        this.#giveUpAfter(error, askedMs);
        callback(error, result);
      };
    }
    const result = (super.query as (...all: unknown[]) => unknown).apply(this, given);
    // Before the caller hears of it: what he gives back to a pool must be known to be over.
    if (result instanceof Promise) result.catch((error: unknown) => this.#giveUpAfter(error, askedMs));
    return result;
  }

  /** As that of `pg`; a server that does not close the connection within a second is not waited for. */
  // biome-ignore lint/suspicious/noExplicitAny: it has two forms
  override end(...given: any[]): any {
    const cut = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS).unref();
    this.once('end', () => clearTimeout(cut));
    return (super.end as (...all: unknown[]) => unknown).apply(this, given);
  }

  #giveUpAfter(error: unknown, askedMs: number): void {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return;
    // Its query is still under way, so this destroys the connection at once.
    void this.end();
    const others = [...this.#siblings].filter((one) => one !== this && one.#isSuspect(askedMs, this.#timeoutMs));
    // Not ended in good order: their pools must hear of it.
    for (const one of others) one.connection.stream.destroy();
    log.warn({ ms: this.#timeoutMs, others: others.length }, 'the database has not responded; connections given up');
  }

  /** Not heard of since, and not waiting for a query that may take longer. */
  #isSuspect(sinceMs: number, timeoutMs: number): boolean {
    const isWaiting = this.#askedMs > this.#heardMs;
    return this.#heardMs < sinceMs && !(isWaiting && this.#timeoutMs > timeoutMs);
  }
}

function siblingsAt(address: string): Set<DeadlineClient> {
  const known = connected.get(address) ?? new Set();
  connected.set(address, known);
  return known;
}
