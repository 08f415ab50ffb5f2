/** What is needed of an infinite query's result to continue with it. */
export type PagedResult = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<PagedResult>;
};

/**
 * Fetches the next page of a list, even if updates of the list arrive meanwhile: a refetch cancels a fetch in flight,
 * and the request for more must not be lost with it. Resolves once the page is there or the list has ended, or with why
 * it can't be had.
 */
export async function fetchOneMore(query: PagedResult): Promise<Error | null> {
  const shown = countPages(query);
  let result = await query.fetchNextPage();
  while (!result.isError && result.hasNextPage && countPages(result) <= shown) result = await result.fetchNextPage();
  return result.isError ? result.error : null;
}

function countPages({ data }: PagedResult): number {
  return data?.pages.length ?? 0;
}
