import type { Ctx } from '#/lib/context/context.ts';
import { rejectLate } from '#/lib/context/deadline.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { FairQueue, type FairQueueLimits } from '#/lib/core/fair-queue.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { isCanceled } from '#/lib/db/unavailable.ts';

/**
 * `read`: by an index, a page at a time. `search`: may go through all that a workspace has; few at once, one of a workspace.
 * `report`: sums of a range.
 */
export type ReadKind = 'read' | 'search' | 'report';

/** Connections for one kind of reads, and for how long the database works on a statement of theirs. */
type Share = { db: Db; timeoutMs: number; limits: FairQueueLimits };
/** The kind of a query, and how to narrow it. */
type Question = { kind: ReadKind; narrower?: string | undefined };

export type ReadSettings = {
  DATABASE_URL: string;
  DATABASE_READ_POOL: number;
  DATABASE_REPORT_POOL: number;
  READ_TIMEOUT_SECONDS: number;
  REPORT_TIMEOUT_SECONDS: number;
  DATABASE_TIMEOUT_MS: number;
};

const SEARCHES_AT_ONCE = 2;
const MOST_WAITING = 100;
const MOST_WAITING_SEARCHES = 20;
/** Of the connections of changes, ten unless set. */
const CHANGES_AT_ONCE = 4;
const RETRY_SECONDS = 2;
/** A report reads its parts two at a time. */
const REPORT_CONNECTIONS = 2;

/**
 * Reads of the API: on connections apart from those of changes, each kind with a time limit, and of each kind a
 * workspace has about half at most. One workspace's reads delay neither those of others nor any changes.
 */
export class Reads {
  readonly #shares: Record<ReadKind, Share>;
  readonly #turns: Record<ReadKind, FairQueue>;
  readonly #changes = new FairQueue(CHANGES);

  constructor(shares: Record<ReadKind, Share>) {
    this.#shares = shares;
    this.#turns = {
      read: new FairQueue(shares.read.limits),
      search: new FairQueue(shares.search.limits),
      report: new FairQueue(shares.report.limits),
    };
  }

  /**
   * Runs the reads of a request when its workspace is next in the fair queue.
   * @throws AppError 503 `too_many_reads` when too many wait; 422 `query_too_slow` when the database ended one for its
   * length and the query can be narrowed
   */
  async run<T>(ctx: Ctx, { kind, narrower }: Question, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    const { db, timeoutMs } = this.#shares[kind];
    try {
      const begin = () => {
        rejectLate(ctx);
        return work({ ...ctx, db });
      };
      return await this.#turns[kind].run(ctx.actor.workspaceId, begin, tooMany);
    } catch (error) {
      throw narrower && isCanceled(error) ? tooSlow(timeoutMs, narrower, error) : error;
    }
  }

  /**
   * Runs a change that may look through all that its workspace has, on the connections of changes, when the workspace is
   * next: one of a workspace at a time, so that they don't hold the connections that everybody's changes need.
   * @throws AppError 503 `too_many_reads` when too many wait; 422 `query_too_slow` as `run`
   */
  async runChange<T>(ctx: Ctx, narrower: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      const begin = () => {
        rejectLate(ctx);
        return work();
      };
      return await this.#changes.run(ctx.actor.workspaceId, begin, tooMany);
    } catch (error) {
      throw narrower && isCanceled(error) ? tooSlow(null, narrower, error) : error;
    }
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...new Set(Object.values(this.#shares).map(({ db }) => db))].map((db) => db.$disconnect()));
  }
}

/** Reads on connections of their own, which are opened when they are needed. */
export function openReads(settings: ReadSettings): Reads {
  const { DATABASE_URL: url, DATABASE_READ_POOL: readers, DATABASE_REPORT_POOL: reporters } = settings;
  const [readMs, reportMs] = [settings.READ_TIMEOUT_SECONDS * SECOND_MS, settings.REPORT_TIMEOUT_SECONDS * SECOND_MS];
  const timeoutMs = settings.DATABASE_TIMEOUT_MS;
  const db = connect(url, readers, { timeoutMs, statementTimeoutMs: readMs });
  const reports = connect(url, reporters, { timeoutMs, statementTimeoutMs: reportMs });
  return new Reads({
    read: { db, timeoutMs: readMs, limits: halfEach(readers - SEARCHES_AT_ONCE) },
    search: { db, timeoutMs: readMs, limits: SEARCHES },
    report: { db: reports, timeoutMs: reportMs, limits: halfEach(Math.floor(reporters / REPORT_CONNECTIONS)) },
  });
}

/** Reads on the connections of everything else, for an API that lives within one test. */
export function readsOn(db: Db): Reads {
  const share = { db, timeoutMs: 5 * SECOND_MS, limits: halfEach(20) };
  return new Reads({ read: share, search: { ...share, limits: SEARCHES }, report: share });
}

const SEARCHES: FairQueueLimits = { atOnce: SEARCHES_AT_ONCE, perTenant: 1, mostWaiting: MOST_WAITING_SEARCHES };

const CHANGES: FairQueueLimits = { atOnce: CHANGES_AT_ONCE, perTenant: 1, mostWaiting: MOST_WAITING_SEARCHES };

function halfEach(connections: number): FairQueueLimits {
  return { atOnce: connections, perTenant: Math.ceil(connections / 2), mostWaiting: MOST_WAITING };
}

function tooMany(): AppError {
  return new AppError('too_many_reads', {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

function tooSlow(timeoutMs: number | null, narrower: string, cause: unknown): AppError {
  const long = timeoutMs === null ? 'too long' : `longer than ${timeoutMs / SECOND_MS} s`;
  return new AppError('query_too_slow', {
    detail: `This would take ${long}. ${narrower}`,
    cause,
  });
}
