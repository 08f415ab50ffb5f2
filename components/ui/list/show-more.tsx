'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { rejectionOf } from '#/components/ui/list/rejection.ts';
import { fetchOneMore, type PagedResult } from '#/lib/client/http/fetch-one-more.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';

type ShowMoreProps = {
  /** How many more are loaded at once; null if unknown, as in a search. */
  count: number | null;
  query: PagedResult & { isFetchingNextPage: boolean };
};

/** Below a list that continues: loads its next page, and shows why it can't. */
export function ShowMore({ count, query }: ShowMoreProps) {
  /** The list when its next page could not be loaded: another or newer list may retry. */
  const [failed, setFailed] = useState<{ data: PagedResult['data']; error: Error } | null>(null);
  if (!query.hasNextPage) return null;
  const error = failed?.data === query.data ? failed?.error : null;
  const loadMore = async () => {
    setFailed(null);
    const { data, error: why } = await fetchOneMore(query);
    if (why) setFailed({ data, error: why });
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="soft" busy={query.isFetchingNextPage} busyLabel="Loading…" onClick={() => void loadMore()}>
        {count === null ? 'Search further' : `Show ${count} more`}
      </Button>
      {error && (
        <p role="alert" className="text-warn">
          {error instanceof ApiProblem ? rejectionOf(error, 'rows').text : error.message}
        </p>
      )}
    </div>
  );
}
