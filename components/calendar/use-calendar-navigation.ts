'use client';

import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import {
  firstStop,
  type GridDirection,
  nextStop,
  type Stop,
  stopAfterDeleting,
} from '#/lib/client/calendar/calendar-navigation.ts';

const KEY_DIRECTIONS: Record<string, GridDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export type CalendarNavigation = ReturnType<typeof useCalendarNavigation>;

/** One tab stop for all; arrows move from block to block, over free hours, and to neighboring days. */
export function useCalendarNavigation(
  box: RefObject<HTMLElement | null>,
  stops: readonly Stop[][],
  date: string,
  takesFocus: boolean,
) {
  const [cursorId, setCursorId] = useState<string | null>(null);
  const [wanted, setWanted] = useState(() => (takesFocus ? (firstStop(stops, date)?.id ?? null) : null));
  const cursor = stops.flat().find(({ id }) => id === cursorId) ?? firstStop(stops, date);

  useLayoutEffect(() => {
    if (wanted === null) return;
    // It is rendered with its change, at the latest with the response.
    const next = box.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(wanted)}"]`);
    if (!next) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
    setWanted(null);
  });

  const focus = useCallback((id: string) => {
    setCursorId(id);
    setWanted(id);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = KEY_DIRECTIONS[event.key];
    if (!direction || event.altKey || event.shiftKey || event.ctrlKey || event.metaKey || !cursor) return;
    if (!(event.target instanceof Element) || !event.target.closest('[data-stop]')) return;
    event.preventDefault();
    const next = nextStop(stops, cursor, direction);
    if (next) focus(next.id);
  };

  const focusBeside = (gone: { timerId: string; spanIndex: number }) => {
    const next = cursor && stopAfterDeleting(stops, cursor, gone);
    if (next) focus(next);
  };

  return { cursor, focus, focusBeside, moveTo: setCursorId, onKeyDown };
}
