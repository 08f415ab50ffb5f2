/** The parts of an infinite query's result that are needed to continue it. */
export type PagedResult = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<PagedResult>;
};

/**
 * Fetches the next page of a list, even if updates of the list arrive meanwhile: a refetch cancels a fetch in flight,
 * and the request for more must not be lost with it. Resolves once the page is there, the list has ended, or the page
 * can't be loaded: then the result has the error.
 */
export async function fetchOneMore(query: PagedResult): Promise<PagedResult> {
  const shown = countPages(query);
  let result = await query.fetchNextPage();
  while (!result.isError && result.hasNextPage && countPages(result) <= shown) result = await result.fetchNextPage();
  return result;
}

function countPages({ data }: PagedResult): number {
  return data?.pages.length ?? 0;
}
