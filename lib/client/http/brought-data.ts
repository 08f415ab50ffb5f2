import type { DehydratedState } from '@tanstack/react-query';

type Arrival = {
  /** How far this device's clock runs ahead of the server's; null while no one knows. */
  deviceErrorMs: number | null;
  /** Whether a browser has just loaded the page; else it may have been fetched before it was wanted. */
  isPageLoad: boolean;
};

/**
 * Server-fetched page data as this device's cache should take it. The cache compares ages by the device's clock, while
 * the server wrote its own, so timestamps are translated. Changes made since the page was fetched reached no stream, so
 * the data is shown and then fetched again.
 */
export function broughtData(state: DehydratedState, { deviceErrorMs, isPageLoad }: Arrival): DehydratedState {
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
