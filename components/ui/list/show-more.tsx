import { Button } from '#/components/ui/button.tsx';
import { fetchOneMore, type PagedResult } from '#/lib/client/http/fetch-one-more.ts';

type ShowMoreProps = {
  /** How many more come at once; null where no one knows, as in a search. */
  count: number | null;
  query: PagedResult & { isFetchingNextPage: boolean };
};

/** Below a list that continues: asks for its next page. */
export function ShowMore({ count, query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="soft"
      className="mt-4"
      busy={query.isFetchingNextPage}
      busyLabel="Loading…"
      onClick={() => void fetchOneMore(query)}
    >
      {count === null ? 'Search further' : `Show ${count} more`}
    </Button>
  );
}
