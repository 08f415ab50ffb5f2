'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';
import { px } from '#/components/calendar/scale.ts';
import type { Axis } from '#/lib/client/calendar/calendar-axis.ts';
import type { CalendarColumn } from '#/lib/client/calendar/calendar-blocks.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const WORK_START_MS = 8 * HOUR_MS;
/** Visible on most screens; the current work should be within it. */
const VISIBLE_MS = 10 * HOUR_MS;

/**
 * The hour at which the calendar opens: that of the first span, eight at the latest, later when now would not be
 * visible. Changing days keeps the position.
 */
export function useFirstHour(
  box: RefObject<HTMLElement | null>,
  axis: Axis,
  columns: readonly CalendarColumn[],
  nowTop: number | null,
): number {
  const [top] = useState(() => {
    const tops = columns.flatMap(({ blocks }) => blocks.map((block) => block.top));
    const work = axis.hours.find(({ wall }) => wall >= WORK_START_MS)?.top ?? 0;
    const first = Math.min(work, ...tops);
    const late = nowTop !== null && nowTop > first + VISIBLE_MS ? nowTop - VISIBLE_MS / 2 : first;
    return axis.hours.findLast((hour) => hour.top <= late)?.top ?? 0;
  });
  useLayoutEffect(() => {
    // A third of an hour more, so that the label of the line is visible too.
    box.current?.scrollTo({ top: Math.max(0, px(top - HOUR_MS / 3)) });
  }, [box, top]);
  return top;
}
