'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type AlarmView, alarmIdIn, alarmsHref, isAlarmsPath, readAlarmView } from '#/lib/client/alarm-view.ts';

export type AlarmAddress = ReturnType<typeof useAlarmView>;

/** Which alarms are listed, and which one is open. */
type Place = { view: AlarmView; openId: string | null };

/**
 * Where the person is, and the address that says so. The address is changed without asking the server for a page, since
 * all that it would bring is here; the router hears of it a moment later, so it is not waited for.
 */
export function useAlarmView() {
  const path = usePathname();
  const query = useSearchParams();
  const [place, setPlace] = useState<Place>(() => placeOf(path, query));
  const { view, openId } = place;

  const heard = hrefOf(placeOf(path, query));
  useEffect(() => {
    const follow = () => {
      const { pathname, search } = window.location;
      if (!isAlarmsPath(pathname)) return;
      const next = placeOf(pathname, new URLSearchParams(search));
      setPlace((last) => (hrefOf(last) === hrefOf(next) ? last : next));
    };
    // A link. What the router has heard of may also be an own change that another has followed: it is not the address.
    if (heard === hrefOf(placeOf(window.location.pathname, new URLSearchParams(window.location.search)))) follow();
    // Back and forward, of which the router may hear when somebody has pressed the next row already.
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [heard]);

  const go = useCallback((next: Place, how: 'pushState' | 'replaceState') => {
    setPlace(next);
    window.history[how](null, '', hrefOf(next));
  }, []);

  /** Opens an alarm beside the list, or closes it with null. Walking from one to the next leaves one step of history. */
  const open = useCallback(
    (id: string | null) => go({ view, openId: id }, id !== null && openId !== null ? 'replaceState' : 'pushState'),
    [go, view, openId],
  );

  const show = useCallback(
    (change: Partial<AlarmView>) => go({ view: { ...view, ...change }, openId }, 'replaceState'),
    [go, view, openId],
  );

  return useMemo(() => ({ view, openId, open, show }), [view, openId, open, show]);
}

function placeOf(path: string, query: { get(name: string): string | null }): Place {
  return { view: readAlarmView(query), openId: alarmIdIn(path) };
}

function hrefOf({ view, openId }: Place): string {
  return alarmsHref(view, openId);
}
