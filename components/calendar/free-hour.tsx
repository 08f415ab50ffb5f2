'use client';

import { px } from '#/components/calendar/scale.ts';
import { Kbd } from '#/components/ui/kbd.tsx';
import type { Stop } from '#/lib/client/calendar/calendar-navigation.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { dayTitle, timeOfDay } from '#/lib/client/time/format-time.ts';

/** An empty hour, visible only while it has the focus. */
export function FreeHour({ stop, onAdd }: { stop: Stop; onAdd: (() => void) | undefined }) {
  const style = useTimeStyle();
  const text = timeOfDay(stop.at, style);
  return (
    <button
      type="button"
      data-stop={stop.id}
      onClick={onAdd}
      className="absolute inset-x-1 z-1 rounded-sm border-[1.5px] border-dashed border-text-3 px-2 text-left text-2xs text-text-2 opacity-0 focus:opacity-100"
      style={{ top: px(stop.top), height: 24 }}
    >
      <span className="sr-only">{dayTitle(stop.date)} </span>
      {text} {onAdd ? 'Add time ' : <span className="sr-only">nothing tracked</span>}
      {onAdd && <Kbd>↵</Kbd>}
    </button>
  );
}
