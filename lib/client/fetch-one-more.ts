/** What is needed of an infinite query's result to continue with it. */
export type PagedResult = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<PagedResult>;
};

/**
 * Fetches the next page of a list, also when updates of the list come in between: a refetch of what is shown cancels what
 * is under way, and asking for more is not to be lost with it. Ends with the page, the end of the list or an error,
 * which the query then shows.
 */
export async function fetchOneMore(query: PagedResult): Promise<void> {
  const shown = countPages(query);
  let result = await query.fetchNextPage();
  while (!result.isError && result.hasNextPage && countPages(result) <= shown) result = await result.fetchNextPage();
}

function countPages({ data }: PagedResult): number {
  return data?.pages.length ?? 0;
}
