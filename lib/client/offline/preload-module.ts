import type { Connection } from '#/lib/client/live/connection.ts';
import type { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { afterLoad } from '#/lib/client/page/idle-queue.ts';

type ConnectionStore = Pick<Connection, 'current' | 'subscribe'>;

/**
 * Loads it after the page, and retries each time the server responds again, until it is there. Returns a function that
 * stops that.
 */
export function preloadModule<T>(
  module: LazyModule<T>,
  connection: ConnectionStore,
  onLoaded?: (loaded: T) => void,
): () => void {
  const fetch = async () => {
    const loaded = await module.get();
    onLoaded?.(loaded);
  };
  let cancel = afterLoad.add(fetch);
  const unsubscribe = connection.subscribe(() => {
    if (module.loaded()) return unsubscribe();
    if (connection.current().kind !== 'synced') return;
    cancel();
    cancel = afterLoad.add(fetch);
  });
  return () => {
    cancel();
    unsubscribe();
  };
}
