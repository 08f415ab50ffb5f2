'use client';

import { useCallback } from 'react';
import { calendarHref, readCalendarView } from '#/lib/client/calendar-view.ts';
import { useUrlState } from '#/lib/client/use-url-state.ts';

/** Which days are shown, as the URL says it; Back returns to the ones before. */
export function useCalendarView(today: string) {
  const read = useCallback((query: URLSearchParams) => readCalendarView(query, today), [today]);
  return useUrlState({ read, toHref: calendarHref, isStep: alwaysStep });
}

const alwaysStep = () => true;
