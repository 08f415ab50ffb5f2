import type { DehydratedState } from '@tanstack/react-query';

type Arrival = {
  /** How far this device's clock runs ahead of the server's; null while no one knows. */
  deviceErrorMs: number | null;
  /** Whether a browser has just loaded the page; else it may have been fetched before it was wanted. */
  isPageLoad: boolean;
};

/**
 * What the server asked for a page, as this device's cache should take it. The cache tells older from newer by the
 * device's clock, the server wrote its own. And whatever has happened since a page was fetched was told to no one: it is
 * shown, and asked for again.
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
