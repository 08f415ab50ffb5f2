const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs `work` once the person's earlier work with this client is done. Acquired before a database connection, so that
 * one busy person holds one connection, not the whole pool; the database's lock orders the processes.
 *
 * By hand: `async-mutex` has no mutex by key, so the map and taking idle keys out of it would stay (13 lines with it,
 * 13 without).
 */
export async function inKeyedMutex<T>(client: object, userId: string, work: () => Promise<T>): Promise<T> {
  const tails = queues.get(client) ?? new Map<string, Promise<unknown>>();
  queues.set(client, tails);
  const before = tails.get(userId) ?? Promise.resolve();
  const result = before.then(work, work);
  tails.set(userId, result);
  try {
    return await result;
  } finally {
    if (tails.get(userId) === result) tails.delete(userId);
  }
}
