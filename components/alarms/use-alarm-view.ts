'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { type AlarmView, alarmIdIn, alarmsHref, readAlarmView } from '#/lib/client/alarm-view.ts';

export type AlarmAddress = ReturnType<typeof useAlarmView>;

/**
 * What the address says: which alarms, and which one is open. It is changed without asking the server for a page, since
 * all that it would bring is here.
 */
export function useAlarmView() {
  const query = useSearchParams();
  const openId = alarmIdIn(usePathname());
  const view = useMemo(() => readAlarmView(query), [query]);

  /** Opens an alarm beside the list, or closes it with null. Walking from one to the next leaves one step of history. */
  const open = useCallback(
    (id: string | null) => {
      const isWalk = id !== null && openId !== null;
      window.history[isWalk ? 'replaceState' : 'pushState'](null, '', alarmsHref(view, id));
    },
    [view, openId],
  );

  const show = useCallback(
    (change: Partial<AlarmView>) => {
      window.history.replaceState(null, '', alarmsHref({ ...view, ...change }, openId));
    },
    [view, openId],
  );

  return useMemo(() => ({ view, openId, open, show }), [view, openId, open, show]);
}
