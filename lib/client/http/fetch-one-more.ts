/** What is needed of an infinite query's result to continue with it. */
export type PagedResult = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<PagedResult>;
};

/**
 * Fetches the next page of a list, even if updates of the list arrive meanwhile: a refetch cancels a fetch in flight,
 * and the request for more must not be lost with it. Settles with the page, at the end of the list, or with an error,
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
