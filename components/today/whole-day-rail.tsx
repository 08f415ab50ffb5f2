'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { DayRail, type DayRailProps } from '#/components/today/day-rail.tsx';
import { layOutDay } from '#/components/today/day-rail-layout.ts';
import { type DayEntries, dayEntries } from '#/lib/client/entries/day-entries.ts';
import { fetchAllPages } from '#/lib/client/http/fetch-all-pages.ts';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** More than a line has pixels: only the newest are shown. */
const MAX_SHOWN = 1_000;

type Props = Omit<DayRailProps, 'layout'> & { listed: DayEntries };

/** The rail of a day with more timers than the list of Today has; with only those until all are loaded. */
export function WholeDayRail({ listed, onOpen, ...rest }: Props) {
  const openPage = useOpenPage();
  const { data } = useWholeDay(listed.day.date);
  const { style, serverNow } = rest;
  const { working_hours } = useMe().user;
  const whole = data && dayEntries(data, serverNow).find(({ day }) => day.date === listed.day.date);
  const isListed = (id: string) => listed.entries.some(({ timer }) => timer.id === id);
  return (
    <DayRail
      {...rest}
      layout={layOutDay(whole ?? listed, style, serverNow, working_hours)}
      onOpen={(id) => (isListed(id) ? onOpen?.(id) : openPage('/calendar'))}
    />
  );
}

/** Among the lists of timers, so that updates of them reach it. */
function useWholeDay(date: string) {
  const { http, updates } = useLive();
  const queryKey = useMemo(() => [...WEEKS_KEY, date, 'day'], [date]);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const ask = (path: `/${string}`) => http.send<TimerListJson>(path, { signal });
      return updates.latest(queryKey, await fetchAllPages(ask, `/timers?date=${date}&limit=200`, MAX_SHOWN));
    },
  });
}
