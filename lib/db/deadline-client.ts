import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { log } from '#/lib/core/log.ts';
import { SERVER_SETTINGS } from '#/lib/db/server-settings.ts';

/** How long a query may go without a response, unless set otherwise. Longer than `lock_timeout`. */
export const DEFAULT_TIMEOUT_MS = 8_000;
/** The server limits a statement to this fraction of it, so that a slow one does not look like a silent connection. */
export const SLOW_PART = 7 / 8;
/** The same for statements that are known to take minutes: a bit more than the server's limit for them. */
export const LONG_TIMEOUT_MS = 605_000;
/** Time limit for opening a connection. Waiting for a free one is limited by the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a server may take to close a connection that was ended cleanly. */
const CLOSE_TIMEOUT_MS = 1_000;
/** TCP keepalive: the first probe on an idle connection after this long, then one each second, ten at most. */
const KEEP_ALIVE_AFTER_MS = 5_000;
/** How long until a connection is checked again: a response may be in flight, or new connections not possible yet. */
const RECHECK_MS = 1_000;
const IS_ACTIVE_SQL = `select 1 from pg_stat_activity where application_name = $1 and state = 'active'`;
/** The message of `pg` when a query has had no response in time. */
const READ_TIMEOUT = 'Query read timeout';

const connected = new Map<string, Set<DeadlineClient>>();

/**
 * Options of every connection to the database. `options` are settings of the session (`-c name=value`); a query without
 * a response in `timeoutMs` is rejected, and its connection destroyed.
 */
export function connectionSettings(connectionString: string, options: string, timeoutMs: number) {
  return {
    connectionString,
    options: `${options} ${SERVER_SETTINGS}`.trim(),
    query_timeout: timeoutMs,
    Client: DeadlineClient,
  } satisfies PoolConfig;
}

/** The same through a pooler in transaction mode, which accepts no session settings. */
export function pooledConnectionSettings(connectionString: string, timeoutMs: number) {
  return { connectionString, query_timeout: timeoutMs, Client: DeadlineClient } satisfies PoolConfig;
}

/**
 * A connection that is given up when a query gets no response within `query_timeout`. `pg` alone rejects the query and
 * keeps the connection, and Prisma puts it back into its pool, where every later query would wait as long. A silent
 * connection is rarely the only one: this process's other connections to the same server without a response since then
 * are destroyed too. If a query of theirs may take longer, the server is asked whether it is still running.
 */
export class DeadlineClient extends Client {
  readonly #config: ClientConfig;
  readonly #timeoutMs: number;
  readonly #siblings: Set<DeadlineClient>;
  /** The timeout of the last query, if it has its own. */
  #limitMs: number;
  #requestedMs = performance.now();
  #receivedMs = this.#requestedMs;
  #isWatched = false;
  #isInTransaction = false;

  constructor(config: ClientConfig = {}) {
    const own = {
      ...config,
      // Identifies the backend, even when another server has given the same pid to another session.
      application_name: `timer-service ${randomUUID()}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    };
    super(own);
    this.#config = own;
    this.#timeoutMs = config.query_timeout ?? DEFAULT_TIMEOUT_MS;
    this.#limitMs = this.#timeoutMs;
    this.#siblings = siblingsAt(`${this.host}:${this.port}/${this.database}`);
    this.once('connect', () => this.#siblings.add(this));
    this.once('end', () => this.#siblings.delete(this));
    this.connection.on('readyForQuery', ({ status }: { status: string }) => {
      this.#receivedMs = performance.now();
      this.#isInTransaction = status !== 'I';
    });
  }

  /** As in `pg`, in all its forms. */
  // biome-ignore lint/suspicious/noExplicitAny: it has eight forms
  override query(...given: any[]): any {
    const requestedMs = performance.now();
    this.#requestedMs = requestedMs;
    const limitMs: number = given[0]?.query_timeout ?? this.#timeoutMs;
    this.#limitMs = limitMs;
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      given[given.length - 1] = (error: unknown, result: unknown) => {
        this.#closeAfterTimeout(error, requestedMs, limitMs);
        callback(error, result);
      };
    }
    const result = (super.query as (...all: unknown[]) => unknown).apply(this, given);
    // Before the caller is notified: a connection released to a pool must be marked as ended.
    if (result instanceof Promise)
      result.catch((error: unknown) => this.#closeAfterTimeout(error, requestedMs, limitMs));
    return result;
  }

  /** As in `pg`, but waits at most a second for the server to close the connection. */
  // biome-ignore lint/suspicious/noExplicitAny: it has two forms
  override end(...given: any[]): any {
    const cut = setTimeout(() => this.connection.stream.destroy(), CLOSE_TIMEOUT_MS).unref();
    this.once('end', () => clearTimeout(cut));
    return (super.end as (...all: unknown[]) => unknown).apply(this, given);
  }

  #closeAfterTimeout(error: unknown, requestedMs: number, limitMs: number): void {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return;
    // Its query is still in flight, so this destroys the connection at once.
    void this.end();
    const suspects = [...this.#siblings].filter((one) => one !== this && one.#receivedMs < requestedMs && !one.#isHeld);
    for (const one of suspects) {
      if (one.#isWaiting && one.#limitMs > limitMs) void one.#watchQuery();
      // Not closed cleanly: its pool must be notified.
      else one.connection.stream.destroy();
    }
    log.warn({ ms: limitMs, others: suspects.length }, 'the database has not responded; connections closed');
  }

  /** A transaction is between two statements, such as during a slow download: its next statement has its own limit. */
  get #isHeld(): boolean {
    return this.#isInTransaction && !this.#isWaiting;
  }

  get #isWaiting(): boolean {
    return this.#requestedMs > this.#receivedMs;
  }

  /**
   * Destroys the connection unless the server is running its query, for as long as that is in flight. Never rejects.
   */
  async #watchQuery(): Promise<void> {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const requestedMs = this.#requestedMs;
    const isInProgress = () => this.#isWaiting && this.#requestedMs === requestedMs && this.#siblings.has(this);
    for (let idle = 0; isInProgress() && idle < 2; ) {
      const isAtWork = await this.#isQueryActive();
      if (isAtWork) break;
      // Checked twice, since the response may have been in flight.
      if (isAtWork === false) idle += 1;
      if (idle === 2 && isInProgress()) this.connection.stream.destroy();
      else await delay(RECHECK_MS, null, { ref: false });
    }
    this.#isWatched = false;
  }

  /** Null while the server can't be reached. */
  async #isQueryActive(): Promise<boolean | null> {
    const other = new DeadlineClient({ ...this.#config, query_timeout: DEFAULT_TIMEOUT_MS });
    other.on('error', (error) => log.debug({ err: error }, 'the server doesn’t accept a connection'));
    try {
      await other.connect();
      return (await other.query(IS_ACTIVE_SQL, [this.#config.application_name])).rows.length > 0;
    } catch (error) {
      log.warn({ err: error }, 'the server doesn’t accept connections yet');
      return null;
    } finally {
      await other.end();
    }
  }
}

function siblingsAt(address: string): Set<DeadlineClient> {
  const known = connected.get(address) ?? new Set();
  connected.set(address, known);
  return known;
}
