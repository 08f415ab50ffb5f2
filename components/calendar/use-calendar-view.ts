'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import { type CalendarView, calendarHref, isViewStep, readCalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { useUrlState, type ViewChange } from '#/lib/client/page/use-url-state.ts';

/** The focused day of a month, and the month of the URL. */
type Cursor = { of: string; date: string };

/**
 * The days shown, stored in the URL; Back returns to the previous ones. Within a month the focus moves without the URL,
 * which browsers let change only so often; the next change updates the URL there first, so that Back returns to that
 * day.
 */
export function useCalendarView(today: string) {
  const read = useCallback((query: URLSearchParams) => readCalendarView(query, today), [today]);
  const { view: asked, show: write } = useUrlState({ read, toHref: calendarHref, isStep: isViewStep });
  const href = calendarHref(asked);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const unwritten = useRef<Cursor | null>(null);
  /** The day opened by a key: it gets the focus, since the month that had it is gone. */
  const [opened, setOpened] = useState<string | null>(null);

  const date = cursor?.of === href ? cursor.date : asked.date;
  const view = useMemo((): CalendarView => ({ kind: asked.kind, date }), [asked.kind, date]);
  const moveTo = useCallback(
    (next: string) => {
      unwritten.current = { of: href, date: next };
      setCursor(unwritten.current);
    },
    [href],
  );
  const show = useCallback(
    (change: ViewChange<CalendarView>) => {
      if (unwritten.current?.of === href) write({ date: unwritten.current.date });
      unwritten.current = null;
      setOpened(null);
      write(change);
    },
    [href, write],
  );
  const openDay = useCallback(
    (next: string, isByKey: boolean) => {
      show({ kind: 'day', date: next });
      if (isByKey) setOpened(next);
    },
    [show],
  );
  return { view, show, moveTo, openDay, isOpened: opened === date };
}
