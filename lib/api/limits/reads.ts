import type { Ctx } from '#/lib/context/context.ts';
import { rejectLate } from '#/lib/context/deadline.ts';
import type { RunQuery } from '#/lib/context/run-query.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { FairQueue, type FairQueueLimits } from '#/lib/core/fair-queue.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { LONG_READS_AT_ONCE } from '#/lib/db/connection-limits.ts';
import type { Replica } from '#/lib/db/replica.ts';
import { isCanceled, isUnavailable } from '#/lib/db/unavailable.ts';

/**
 * `read`: by an index, a page at a time. `search`: may scan all data of a workspace; few at once, one per workspace.
 * `report`: sums of a range. `export`: all rows of a file, which have connections of their own (db/read-batches.ts).
 */
export type ReadKind = 'read' | 'search' | 'report' | 'export';

/** What a read needs to know of its request. Of one without a credential, `actor` is whose data it reads. */
export type ReadCtx = Pick<Ctx, 'db' | 'clock' | 'signal'> & { actor: { workspaceId: string } };

/**
 * Connections for one kind of reads, and the time limit of their statements, unless it is that of their connections.
 * `replica` is read instead while it keeps up.
 */
type Share = { db: Db; timeoutMs: number | null; limits: FairQueueLimits; replica?: Replica | null };
/** The kind of a query, and how to narrow it. */
type Question = { kind: ReadKind; narrower?: string | undefined };

export type ReadSettings = {
  DATABASE_URL: string;
  DATABASE_POOLER_URL?: string | undefined;
  DATABASE_READ_POOL: number;
  DATABASE_REPORT_POOL: number;
  READ_TIMEOUT_SECONDS: number;
  REPORT_TIMEOUT_SECONDS: number;
  DATABASE_TIMEOUT_MS: number;
};

const SEARCHES_AT_ONCE = 2;
const MAX_WAITING = 100;
const MAX_WAITING_SEARCHES = 20;
/** The number of connections for changes, ten unless set. */
const CHANGES_AT_ONCE = 4;
const RETRY_SECONDS = 2;
/** A report reads its parts two at a time. */
const REPORT_CONNECTIONS = 2;

/**
 * Reads of the API: on separate connections from changes, each kind with a time limit, and at most about half of each
 * kind for one workspace. One workspace's reads delay neither those of others nor any changes.
 */
export class Reads {
  readonly #shares: Record<ReadKind, Share>;
  readonly #queues: Record<ReadKind, FairQueue>;
  readonly #changes = new FairQueue(CHANGES);

  constructor(shares: Record<ReadKind, Share>) {
    this.#shares = shares;
    this.#queues = {
      read: new FairQueue(shares.read.limits),
      search: new FairQueue(shares.search.limits),
      report: new FairQueue(shares.report.limits),
      export: new FairQueue(shares.export.limits),
    };
  }

  /**
   * Runs the reads of a request when its workspace is next in the fair queue.
   * @throws AppError 503 `too_many_reads` when too many wait; 422 `query_too_slow` when the database canceled one that
   * took too long and the query can be narrowed
   */
  async run<C extends ReadCtx, T>(ctx: C, { kind, narrower }: Question, work: (ctx: C) => Promise<T>): Promise<T> {
    const { db, timeoutMs, replica } = this.#shares[kind];
    try {
      const begin = () => {
        rejectLate(ctx);
        return replica ? readReplica(replica, ctx, db, work) : work({ ...ctx, db });
      };
      return await this.#queues[kind].run(ctx.actor.workspaceId, begin, tooMany);
    } catch (error) {
      throw narrower && isCanceled(error) ? tooSlow(timeoutMs, narrower, error) : error;
    }
  }

  /**
   * Runs each query of a response on its own, as `run` does, so that a client that reads slowly holds no slot and no
   * connection: for files and streams.
   */
  queryRunner(ctx: ReadCtx, question: Question): RunQuery {
    return (query) => this.run(ctx, question, ({ db }) => query(db));
  }

  /**
   * Runs a change that may scan all data of its workspace, on the connections of changes, when the workspace is next:
   * one per workspace at a time, so that they don't hold the connections that all changes need.
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
    const clients = Object.values(this.#shares).flatMap(({ db, replica }) => (replica ? [db, replica.db] : [db]));
    await Promise.all([...new Set(clients)].map((client) => client.$disconnect()));
  }
}

/** On the replica; on the primary when the replica lags behind, or when it fails meanwhile. */
async function readReplica<C extends ReadCtx, T>(
  replica: Replica,
  ctx: C,
  primary: Db,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (!(await replica.hasCaughtUp())) return work({ ...ctx, db: primary });
  // Time is the primary's: clocks of machines differ.
  const clock = { now: () => ctx.clock.now(primary) };
  try {
    return await work({ ...ctx, db: replica.db, clock });
  } catch (error) {
    if (isCanceled(error) || !isUnavailable(error)) throw error;
    replica.backOff(error);
    return work({ ...ctx, db: primary });
  }
}

/**
 * Reads on connections of their own, which are opened when they are needed. They use the pooler, if there is one,
 * except for reports, which may take longer than others; these read the replica, if there is one.
 */
export function openReads(settings: ReadSettings, replica: Replica | null = null): Reads {
  const { DATABASE_URL: url, DATABASE_READ_POOL: readers, DATABASE_REPORT_POOL: reporters } = settings;
  const [readMs, reportMs] = [settings.READ_TIMEOUT_SECONDS * SECOND_MS, settings.REPORT_TIMEOUT_SECONDS * SECOND_MS];
  const timeoutMs = settings.DATABASE_TIMEOUT_MS;
  const db = connect(url, readers, { timeoutMs, statementTimeoutMs: readMs, poolerUrl: settings.DATABASE_POOLER_URL });
  const reports = connect(url, reporters, { timeoutMs, statementTimeoutMs: reportMs });
  return new Reads({
    read: { db, timeoutMs: readMs, limits: halfEach(readers - SEARCHES_AT_ONCE) },
    search: { db, timeoutMs: readMs, limits: SEARCHES },
    report: { db: reports, timeoutMs: reportMs, limits: halfEach(Math.floor(reporters / REPORT_CONNECTIONS)), replica },
    export: { db, timeoutMs: null, limits: EXPORTS },
  });
}

/** Reads on the same connections as everything else, for an API within one test. */
export function readsOn(db: Db): Reads {
  const share = { db, timeoutMs: 5 * SECOND_MS, limits: halfEach(20) };
  return new Reads({
    read: share,
    search: { ...share, limits: SEARCHES },
    report: share,
    export: { ...share, limits: EXPORTS },
  });
}

const SEARCHES: FairQueueLimits = { atOnce: SEARCHES_AT_ONCE, perTenant: 1, mostWaiting: MAX_WAITING_SEARCHES };

const CHANGES: FairQueueLimits = { atOnce: CHANGES_AT_ONCE, perTenant: 1, mostWaiting: MAX_WAITING_SEARCHES };

/** Each may take longer than a list, and its client may leave while it waits. */
const EXPORTS: FairQueueLimits = { ...halfEach(LONG_READS_AT_ONCE), mostWaiting: MAX_WAITING_SEARCHES };

function halfEach(connections: number): FairQueueLimits {
  return { atOnce: connections, perTenant: Math.ceil(connections / 2), mostWaiting: MAX_WAITING };
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
