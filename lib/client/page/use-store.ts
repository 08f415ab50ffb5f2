import { useSyncExternalStore } from 'react';
import type { Store } from '#/lib/core/store.ts';

/** The current value of a store. `onServer` is used for rendering where its store does not exist yet. */
export function useStore<T>(store: Pick<Store<T>, 'current' | 'subscribe'>, onServer: () => T = store.current): T {
  return useSyncExternalStore(store.subscribe, store.current, onServer);
}
