'use client';

import { formatDragError } from '#/components/calendar/format-drag-error.ts';
import { px } from '#/components/calendar/scale.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { type Axis, type ColumnScale, endPlaceOf, placeOf } from '#/lib/client/calendar/calendar-axis.ts';
import type { DragError, TimeRange } from '#/lib/client/calendar/calendar-drag.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';

type DraftViewProps = { axis: Axis; day: ColumnScale; isNew: boolean; range: TimeRange; rejection: DragError | null };

/** Where a dragged stretch would be, with its times and its duration, or why it can't be there. */
export function DraftView({ axis, day, isNew, range, rejection }: DraftViewProps) {
  const style = useTimeStyle();
  if (range.to <= day.from || range.from >= day.to) return null;
  const top = placeOf(axis, day, Math.max(range.from, day.from));
  const height = endPlaceOf(axis, day, Math.min(range.to, day.to)) - top;
  return (
    <span
      aria-hidden="true"
      data-draft
      className={classNames(
        'pointer-events-none absolute inset-x-1 z-3 rounded-sm border-[1.5px] border-dashed bg-surface/70 px-2 py-0.5 text-xs',
        rejection ? 'border-danger text-danger' : 'border-text-3 text-text-2',
      )}
      style={{ top: px(top), height: Math.max(4, px(height)) }}
    >
      <span className="relative block w-max max-w-full bg-surface/80 font-medium">
        {formatRange(range.from, range.to, style)}
      </span>
      <span className="relative block w-max max-w-full bg-surface/80">
        {rejection
          ? formatDragError(rejection, style)
          : `${isNew ? 'Add ' : ''}${formatDuration(range.to - range.from)}`}
      </span>
    </span>
  );
}
