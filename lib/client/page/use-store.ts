import { useSyncExternalStore } from 'react';
import type { Store } from '#/lib/core/store.ts';

/** What a store holds now. `onServer` is what the page is rendered with where its store does not live yet. */
export function useStore<T>(store: Pick<Store<T>, 'current' | 'subscribe'>, onServer: () => T = store.current): T {
  return useSyncExternalStore(store.subscribe, store.current, onServer);
}
