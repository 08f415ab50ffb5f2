const tails = new Map<string, Promise<unknown>>();

/**
 * Runs `work` when the person's earlier work in this process is done. Taken before a database connection, so that one
 * person in a hurry holds one connection, not the whole pool; the database's lock orders the processes.
 */
export async function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(userId) ?? Promise.resolve();
  const mine = before.then(work, work);
  tails.set(userId, mine);
  try {
    return await mine;
  } finally {
    if (tails.get(userId) === mine) tails.delete(userId);
  }
}
