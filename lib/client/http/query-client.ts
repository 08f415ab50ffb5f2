import { notifyManager, QueryClient } from '@tanstack/react-query';

// The effect of a key press is on the screen before the next press is handled. By default the screen is updated in a
// separate timer, and the second of two fast presses used the state from before the first.
notifyManager.setScheduler(queueMicrotask);

/**
 * Requests a query once more if it is invalidated during its first request: that response may be from before the
 * change. TanStack Query interrupts only a request that has data to show meanwhile.
 */
class LiveQueryClient extends QueryClient {
  readonly #overtaken = new Set<string>();

  override invalidateQueries(...args: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const later: unknown[] = [];
    for (const { promise, queryKey, state, queryHash } of this.getQueryCache().findAll(args[0])) {
      if (!promise || state.data !== undefined || state.fetchStatus === 'idle' || this.#overtaken.has(queryHash))
        continue;
      this.#overtaken.add(queryHash);
      const again = () => {
        this.#overtaken.delete(queryHash);
        return this.invalidateQueries({ queryKey, exact: true });
      };
      later.push(promise.then(again, again));
    }
    return Promise.all([super.invalidateQueries(...args), ...later]).then(() => {});
  }
}

/**
 * The query cache. `LiveSync` decides when to refetch, not focus or network events, and callers decide when to retry,
 * so both are off here; nothing waits silently for a network to come back.
 */
export function newQueryClient(): QueryClient {
  return new LiveQueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
