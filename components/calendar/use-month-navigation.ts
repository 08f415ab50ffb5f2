'use client';

import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import { dateByKey, isSameMonth } from '#/lib/client/calendar/calendar-month.ts';
import type { CalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';

type Parts = {
  grid: RefObject<HTMLElement | null>;
  view: CalendarView;
  onShow: (change: ViewChange<CalendarView>) => void;
  onMove: (date: string) => void;
};

/**
 * One day of the month is a tab stop; arrows move by a day and a week, Home and End within the week, Page Up and Page
 * Down by a month (ARIA Authoring Practices). Beyond the month the next one is shown; a held key stops there.
 */
export function useMonthNavigation({ grid, view, onShow, onMove }: Parts) {
  const { week_start: weekStart } = useMe().user;

  useLayoutEffect(() => {
    const held = grid.current?.contains(document.activeElement) ? dateAt(document.activeElement) : null;
    if (held && held !== view.date) focusDate(grid, view.date);
  }, [grid, view.date]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const from = dateAt(event.target);
    const to = from && dateByKey(from, event.key, weekStart);
    if (!to) return;
    event.preventDefault();
    if (isSameMonth(to, view.date)) focusDate(grid, to);
    else if (!event.repeat) onShow({ date: to });
  };
  const onFocus = ({ target }: FocusEvent) => {
    const date = dateAt(target);
    if (date && date !== view.date && isSameMonth(date, view.date)) onMove(date);
  };
  return { onKeyDown, onFocus };
}

/** The day of the grid that contains an element. */
export function dateAt(target: EventTarget | null): string | null {
  return (target instanceof Element && target.closest<HTMLElement>('[data-date]')?.dataset.date) || null;
}

function focusDate(grid: RefObject<HTMLElement | null>, date: string): void {
  grid.current?.querySelector<HTMLElement>(`[data-date="${date}"] > button`)?.focus();
}
