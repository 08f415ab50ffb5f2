import type { Db } from '#/lib/db/client.ts';

/**
 * Runs one query of a response that takes long to send, when its workspace is next. It holds a slot meanwhile, so
 * `query` waits for nothing but the database.
 * @throws AppError 503 `too_many_reads`, 422 `query_too_slow`
 */
export type RunQuery = <T>(query: (db: Db) => Promise<T>) => Promise<T>;
