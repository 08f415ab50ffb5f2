import type { Connection } from '#/lib/client/live/connection.ts';
import type { Late } from '#/lib/client/offline/late.ts';
import { afterLoad } from '#/lib/client/page/idle-queue.ts';

type Line = Pick<Connection, 'current' | 'subscribe'>;

/**
 * Loads it after the page, and retries each time the server responds again, until it is there. Returns a function that
 * stops that.
 */
export function fetchLate<T>(late: Late<T>, line: Line, onLoaded?: (loaded: T) => void): () => void {
  const fetch = async () => {
    const loaded = await late.get();
    onLoaded?.(loaded);
  };
  let takeBack = afterLoad.add(fetch);
  const leave = line.subscribe(() => {
    if (late.loaded()) return leave();
    if (line.current().kind !== 'in_step') return;
    takeBack();
    takeBack = afterLoad.add(fetch);
  });
  return () => {
    takeBack();
    leave();
  };
}
