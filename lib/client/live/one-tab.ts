/**
 * Runs the work in one tab of this browser at a time. Browsers have locks only on secure origins; elsewhere every tab
 * runs it, and idempotency keys make sure that each action counts once.
 */
export async function inOneTab<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? await locks.request(name, work) : await work();
}
