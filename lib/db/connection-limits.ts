// How many connections a process opens at most, apart from limits in settings (docs/operations.md).

/** For statements of a worker that may take minutes. */
export const LONG_CONNECTIONS = 4;
/** For the engine only: claims, results and releases run in parallel. */
export const ENGINE_CONNECTIONS = 4;
/** For pg-boss, apart from those of the jobs themselves. */
export const QUEUE_CONNECTIONS = 4;
/** For putting jobs into the queue. */
export const SENDING_CONNECTIONS = 1;
/** Long reads of one process at the same time; further ones wait. They never take connections that others need. */
export const LONG_READS_AT_ONCE = 4;
/** For LISTEN. */
const LISTENING = 1;
/** For the separate process in which a worker writes an export: one to read, one to write. */
const EXPORT_PROCESS = 2;

export type ProcessRole = 'web' | 'worker' | 'bridge';
export type PoolSettings = {
  DATABASE_POOL: number;
  DATABASE_READ_POOL: number;
  DATABASE_REPORT_POOL: number;
  DATABASE_POOLER_URL?: string | undefined;
};

/**
 * The most connections that one process of this role opens, with all kinds of work at once, except those to a pooler.
 */
export function mostConnections(role: ProcessRole, settings: PoolSettings): number {
  const { DATABASE_POOL, DATABASE_READ_POOL, DATABASE_REPORT_POOL, DATABASE_POOLER_URL } = settings;
  if (role === 'bridge') return DATABASE_POOL + SENDING_CONNECTIONS;
  if (role === 'web') {
    const own = DATABASE_REPORT_POOL + LONG_READS_AT_ONCE + SENDING_CONNECTIONS + LISTENING;
    return DATABASE_POOLER_URL ? own : own + DATABASE_POOL + DATABASE_READ_POOL;
  }
  // Long jobs enqueue jobs over a connection of their own.
  const jobs = LONG_CONNECTIONS + QUEUE_CONNECTIONS + 2 * SENDING_CONNECTIONS + EXPORT_PROCESS;
  return DATABASE_POOL + ENGINE_CONNECTIONS + LISTENING + jobs;
}
