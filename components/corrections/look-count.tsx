'use client';

import { useQuery } from '@tanstack/react-query';
import { useAsk } from '#/components/tickets/use-ask.ts';
import { queueCountQuery } from '#/lib/client/correction-queries.ts';
import { useMay } from '#/lib/client/use-live.tsx';

/** How many timers need a look, beside the way to them. */
export function LookCount() {
  const mayRead = useMay('timers:read_all');
  const { data } = useQuery({ ...queueCountQuery(useAsk()), enabled: mayRead });
  if (!data) return null;
  return (
    <span className="text-xs font-normal text-text-3 max-xl:sr-only xl:ml-auto xl:group-hover:hidden xl:group-focus-visible:hidden">
      {data.toLocaleString('en')} <span className="sr-only">to look at</span>
    </span>
  );
}
