'use client';

import { type KeyboardEvent, type RefObject, useCallback, useMemo } from 'react';
import { formatDragError } from '#/components/calendar/format-drag-error.ts';
import { useCalendarActions } from '#/components/calendar/use-calendar-actions.ts';
import { lastHalfHour, useCalendarForm } from '#/components/calendar/use-calendar-form.ts';
import type { CalendarLayout } from '#/components/calendar/use-calendar-layout.ts';
import type { CalendarNavigation } from '#/components/calendar/use-calendar-navigation.ts';
import { type Drag, useDrag } from '#/components/calendar/use-drag.ts';
import { useEditKeys } from '#/components/calendar/use-edit-keys.ts';
import { useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = {
  box: RefObject<HTMLElement | null>;
  layout: CalendarLayout;
  timers: readonly TimerJson[];
  navigate: CalendarNavigation;
};

/** Everything that edits time here: drags, keys, and the open form. */
export function useCalendarEditing({ box, layout, timers, navigate }: Parts) {
  const { axis, columns, serverNow } = layout;
  const style = useTimeStyle();
  const actions = useCalendarActions();
  const { isOn, form, open: openForm, close } = useCalendarForm();

  const onDrop = useCallback(
    ({ block, range, rejection }: Drag) => {
      if (rejection) actions.reject(formatDragError(rejection, style));
      else if (block) actions.move(block.timer, block.spanIndex, range);
      else openForm({ kind: 'add', range });
    },
    [actions, style, openForm],
  );
  const drag = useDrag({ box, axis, columns, timers, isOn, onDrop });
  const keys = useEditKeys({ axis, columns, timers, actions, navigate });

  /** An hour, or the free part of it before the next span and now. */
  const addAt = useCallback(
    (at: number) => {
      const next = columns.flatMap(({ blocks }) => blocks.map(({ from }) => from)).filter((from) => from > at);
      const until = Math.min(at + HOUR_MS, Math.floor(serverNow / MINUTE_MS) * MINUTE_MS, ...next);
      openForm({ kind: 'add', range: { from: at, to: Math.max(until, at + MINUTE_MS) } });
    },
    [columns, serverNow, openForm],
  );
  const { cursor } = navigate;
  const addAtCursor = useCallback(() => {
    if (cursor?.blockId === null && document.activeElement?.closest('[data-stop]')) addAt(cursor.at);
    else openForm({ kind: 'add', range: lastHalfHour(serverNow) });
  }, [cursor, addAt, serverNow, openForm]);
  useShortcuts(useMemo(() => ({ a: isOn ? addAtCursor : undefined }), [isOn, addAtCursor]));

  return {
    isOn,
    form,
    close,
    drag: drag.drag ?? keys.drag,
    onPointerDown: drag.onPointerDown,
    onKey: (event: KeyboardEvent) => isOn && keys.onKey(event),
    letGo: keys.letGo,
    addAt,
    add: addAtCursor,
    /** A click on a block, unless it ends a drag. */
    open: (timer: TimerJson) => {
      if (isOn && !drag.isEndOfDrag()) openForm({ kind: 'edit', timer });
    },
  };
}
