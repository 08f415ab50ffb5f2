'use client';

import { useQuery } from '@tanstack/react-query';
import { queueCountQuery } from '#/lib/client/corrections/correction-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import { openProposalsQuery } from '#/lib/client/proposals/proposal-queries.ts';

/** How many timers need a review and how many proposals a decision, next to their link. */
export function ReviewCount() {
  const get = useFetchApi();
  const mayDecide = useMay('admin:corrections');
  const { data: timers = 0 } = useQuery({ ...queueCountQuery(get), enabled: useMay('timers:read_all') });
  const { data: open } = useQuery({ ...openProposalsQuery(get), enabled: mayDecide });
  const count = timers + (mayDecide ? (open?.proposals.length ?? 0) : 0);
  if (count === 0) return null;
  return (
    <span className="text-xs font-normal text-text-3 max-xl:sr-only xl:ml-auto xl:group-hover:hidden xl:group-focus-visible:hidden">
      {count.toLocaleString('en')} <span className="sr-only">need attention</span>
    </span>
  );
}
