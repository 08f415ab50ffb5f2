'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNames } from '#/components/corrections/use-names.ts';
import type { Chosen } from '#/lib/client/corrections/bulk-edit.ts';
import { foundQuery, queueQuery } from '#/lib/client/corrections/correction-queries.ts';
import { type Find, findText } from '#/lib/client/corrections/correction-view.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';

/** The timers that need a review, or were found, with their owners. */
export function useQueue(find: Find | null) {
  const get = useFetchApi();
  const query = useInfiniteQuery(find ? foundQuery(get, findText(find)) : queueQuery(get));
  const nameOf = useNames();
  const pages = query.data?.pages;
  const rows = useMemo(() => {
    const owners = new Map(pages?.flatMap((page) => page.owners.map((owner) => [owner.user_id, owner])));
    const timers = pages?.flatMap((page) => page.timers) ?? [];
    return timers.flatMap((timer): Chosen[] => {
      const owner = owners.get(timer.user_id);
      return owner ? [{ timer, owner: { ...owner, name: nameOf(owner.user_id, owner.name) } }] : [];
    });
  }, [pages, nameOf]);
  return { query, rows, count: pages?.at(-1)?.count };
}
