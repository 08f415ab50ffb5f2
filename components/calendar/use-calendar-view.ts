'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { CALENDAR_PATH, type CalendarView, calendarHref, readCalendarView } from '#/lib/client/calendar-view.ts';

/**
 * Which days are shown, and the address that says so. The address is changed without asking the server for a page, since
 * all that it would bring is asked for here; the router hears of it a moment later, so it is not waited for.
 */
export function useCalendarView(today: string): readonly [CalendarView, (view: CalendarView) => void] {
  const query = useSearchParams();
  const [view, setView] = useState(() => readCalendarView(query, today));

  const heard = query.toString();
  useEffect(() => {
    const follow = () => {
      const { pathname, search } = window.location;
      if (pathname !== CALENDAR_PATH) return;
      const next = readCalendarView(new URLSearchParams(search), today);
      setView((last) => (calendarHref(last) === calendarHref(next) ? last : next));
    };
    // A link. What the router has heard of may also be an own change that another has followed: it is not the address.
    if (heard === new URLSearchParams(window.location.search).toString()) follow();
    // Back and forward, of which the router may hear when it has heard of nothing since.
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [heard, today]);

  const show = useCallback((next: CalendarView) => {
    setView(next);
    window.history.pushState(null, '', calendarHref(next));
  }, []);

  return [view, show];
}
