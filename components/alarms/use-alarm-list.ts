'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { useIsScrolled } from '#/components/ui/use-is-scrolled.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { alarmListQuery, type ListedAlarm } from '#/lib/client/alarms/alarm-queries.ts';
import { steadyRows } from '#/lib/client/alarms/alarm-rows.ts';
import { type AlarmView, alarmsHref } from '#/lib/client/alarms/alarm-view.ts';

/** The rows of the list, updated live, but not moved while one is open or the list is scrolled. */
export function useAlarmList(view: AlarmView, selected: ListedAlarmJson | null, isOpen: boolean) {
  const query = useInfiniteQuery(alarmListQuery(useAlarmSource(), view));
  const isScrolled = useIsScrolled();
  const place = alarmsHref(view);
  const [shown, setShown] = useState<{ place: string; ids: string[] }>({ place, ids: [] });
  const response = unique(query.data?.pages.flatMap((page) => page.alarms) ?? []);
  const isSteady = (isOpen || isScrolled) && shown.place === place;
  const { rows, waiting } = isSteady
    ? steadyRows<ListedAlarm>(shown.ids, response, selected)
    : { rows: response, waiting: 0 };
  const ids = rows.map(({ id }) => id);
  if (shown.place !== place || ids.join() !== shown.ids.join()) setShown({ place, ids });
  return {
    query,
    rows,
    waiting,
    showWaiting: () => setShown({ place, ids: response.map(({ id }) => id) }),
  };
}

/** An alarm that becomes due between two requests may be in both responses. */
function unique(alarms: ListedAlarm[]): ListedAlarm[] {
  return [...new Map(alarms.map((alarm) => [alarm.id, alarm])).values()];
}
