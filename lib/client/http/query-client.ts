import { notifyManager, QueryClient } from '@tanstack/react-query';

// What a press changes is on the screen before the next press is heard. By default the screen hears of it in a timer of
// its own, and the second of two fast presses still meant what the screen showed before the first.
notifyManager.setScheduler(queueMicrotask);

/**
 * The query cache. `LiveSync` decides when to refetch, not focus or network events, and callers decide when to retry,
 * so both are off here; nothing waits silently for a network to come back.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
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
