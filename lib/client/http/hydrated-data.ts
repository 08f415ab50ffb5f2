import type { DehydratedState } from '@tanstack/react-query';

type PageLoad = {
  /** How far this device's clock runs ahead of the server's; null while unknown. */
  deviceErrorMs: number | null;
  /** Whether a browser has just loaded the page; else it may have been prefetched. */
  isPageLoad: boolean;
};

/**
 * Server-fetched page data, converted for this device's cache. The cache compares ages by the device's clock, while the
 * server used its own, so timestamps are translated. No stream reported changes since the page was fetched, so the data
 * is shown and then fetched again.
 */
export function hydratedData(state: DehydratedState, { deviceErrorMs, isPageLoad }: PageLoad): DehydratedState {
  const queries = state.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      dataUpdatedAt: query.state.dataUpdatedAt + (deviceErrorMs ?? 0),
      isInvalidated: query.state.isInvalidated || !isPageLoad,
    },
  }));
  return { ...state, queries };
}
