/**
 * Does the work in one tab of this browser at a time. Browsers have locks on secure origins only; elsewhere every tab goes
 * ahead, and the keys of what is sent make sure that it counts once.
 */
export async function inOneTab<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? await locks.request(name, work) : await work();
}
