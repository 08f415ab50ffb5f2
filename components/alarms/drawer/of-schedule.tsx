'use client';

import { useQuery } from '@tanstack/react-query';
import { scheduleName } from '#/components/schedules/format-schedule.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { scheduleQuery } from '#/lib/client/schedules/schedule-queries.ts';

type Props = { id: string; onShowAll: () => void };

/** Says that the list shows only the runs of one schedule, with a way to show all. Its runs stay when it is deleted. */
export function OfSchedule({ id, onShowAll }: Props) {
  const { data } = useQuery({ ...scheduleQuery(useFetchApi(), id), retry: false });
  return (
    <span className="inline-flex h-8 min-w-0 items-center gap-1 rounded-md bg-sunken pl-2.5 max-md:h-10">
      <span className="truncate">Runs of {data ? scheduleName(data) : 'a schedule'}</span>
      <IconButton icon="close" label="Show all alarms" onClick={onShowAll} />
    </span>
  );
}
