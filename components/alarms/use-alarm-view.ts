'use client';

import { useCallback, useMemo } from 'react';
import { type AlarmView, alarmIdIn, alarmsHref, isAlarmsPath, readAlarmView } from '#/lib/client/alarms/alarm-view.ts';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';

export type AlarmAddress = ReturnType<typeof useAlarmView>;

/** The listed alarms, and the open one. */
type Place = { view: AlarmView; openId: string | null };

const PLACE = {
  read: (query: URLSearchParams, path: string): Place => ({ view: readAlarmView(query), openId: alarmIdIn(path) }),
  toHref: ({ view, openId }: Place) => alarmsHref(view, openId),
  isHere: isAlarmsPath,
  // Moving from one to the next adds only one entry to the history.
  isOpening: (from: Place, to: Place) => from.openId === null && to.openId !== null,
};

/** The state of the URL. */
export function useAlarmView() {
  const {
    view: { view, openId },
    show: go,
  } = useUrlState(PLACE);
  /** Opens an alarm next to the list, or closes it with null. */
  const open = useCallback((id: string | null) => go({ openId: id }), [go]);
  const show = useCallback(
    (change: Partial<AlarmView>) => go((last) => ({ ...last, view: { ...last.view, ...change } })),
    [go],
  );
  return useMemo(() => ({ view, openId, open, show }), [view, openId, open, show]);
}
