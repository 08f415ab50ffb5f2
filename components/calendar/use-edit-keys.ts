'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { formatDragError } from '#/components/calendar/format-drag-error.ts';
import type { CalendarActions } from '#/components/calendar/use-calendar-actions.ts';
import type { CalendarNavigation } from '#/components/calendar/use-calendar-navigation.ts';
import type { Drag } from '#/components/calendar/use-drag.ts';
import { stepOf, useSnap } from '#/components/calendar/use-snap.ts';
import { addDays, dayIn } from '#/lib/client/calendar/calendar.ts';
import type { Axis } from '#/lib/client/calendar/calendar-axis.ts';
import { blockId, type CalendarBlock, type CalendarColumn } from '#/lib/client/calendar/calendar-blocks.ts';
import { dragError, dragged, onDay, rangeOf, type TimeRange, withSpan } from '#/lib/client/calendar/calendar-drag.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const VERTICAL_STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };
const HORIZONTAL_STEPS: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowRight: 1 };

/** The position of a block moved by a key that is still down. */
type Held = { block: CalendarBlock; range: TimeRange };
type Parts = {
  axis: Axis;
  columns: readonly CalendarColumn[];
  timers: readonly TimerJson[];
  actions: CalendarActions;
  navigate: CalendarNavigation;
};

/**
 * The same edits as by mouse, by keys on the focused block: Alt and arrows move it by a step or a day, Shift and arrows
 * change its end, Delete removes it. A held key previews where the block would be, and is one change when it is
 * released; Esc cancels. `onKey` is true when the key has an effect.
 */
export function useEditKeys({ axis, columns, timers, actions, navigate }: Parts) {
  const { clock } = useLive();
  const style = useTimeStyle();
  const steps = useSteps(axis);
  const held = useRef<Held | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const hold = (next: Held | null) => {
    held.current = next;
    setDrag(next && { ...next, rejection: null });
  };

  /** Moves it as far as possible. */
  const bring = (block: CalendarBlock, range: TimeRange, isRepeat: boolean) => {
    const rejection = dragError(timers, range, block, clock.now());
    if (!rejection) hold({ block, range });
    else if (!isRepeat) actions.reject(formatDragError(rejection, style));
  };

  const remove = (block: CalendarBlock) => {
    if (!block.isLive) navigate.focusBeside({ timerId: block.timer.id, spanIndex: block.spanIndex });
    actions.remove(block.timer, block.spanIndex);
  };

  const onKey = (event: KeyboardEvent): boolean => {
    const block = blockAt(event.target, columns);
    if (!block || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'Escape' && held.current) {
      hold(null);
      return true;
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      // A held key would continue on the block that gets the focus next.
      if (!event.repeat) remove(block);
      return true;
    }
    const mine = held.current?.block.id === block.id ? held.current : null;
    const from = mine ?? { block, range: rangeOf(block.timer, block.spanIndex, clock.now()) };
    const step = steps(event, from.range);
    if (step === 'nothing') return false;
    if (block.isLive) actions.reject('This timer is running. Stop it first.');
    else if (step) bring(from.block, step, event.repeat);
    return true;
  };

  /** A key was released, or the focus has left: the preview is applied. */
  const letGo = ({ type }: { type: string }) => {
    const done = held.current;
    if (!done) return;
    hold(null);
    const { block, range } = done;
    actions.move(block.timer, block.spanIndex, range);
    if (type === 'blur') return;
    const from = new Date(range.from).toISOString();
    const index = withSpan(block.timer, block.spanIndex, range).findIndex((span) => span.started_at === from);
    navigate.focus(blockId(dayIn(style, range.from), block.timer, index));
  };

  return { drag, onKey, letGo };
}

/** Where a key moves a stretch; null when there is no visible place for it. */
function useSteps(axis: Axis) {
  const style = useTimeStyle();
  const [snap] = useSnap();
  return ({ key, altKey, shiftKey }: KeyboardEvent, range: TimeRange): TimeRange | null | 'nothing' => {
    const by = (VERTICAL_STEPS[key] ?? 0) * stepOf(snap, false);
    const days = HORIZONTAL_STEPS[key] ?? 0;
    if (!(altKey || shiftKey) || (by === 0 && days === 0)) return 'nothing';
    if (by !== 0) return dragged(range, shiftKey ? 'end' : 'move', by, asItIs);
    if (!altKey) return null;
    // A block may be the later part of a span that began the day before.
    const from = dayIn(style, range.from);
    const [day, beside] = [from, addDays(from, days)].map((date) => axis.days.find((one) => one.date === date));
    return day && beside ? onDay(axis, range, day, beside) : null;
  };
}

function blockAt(target: EventTarget, columns: readonly CalendarColumn[]): CalendarBlock | undefined {
  const id = target instanceof Element ? target.closest<HTMLElement>('[data-block]')?.dataset.stop : null;
  return columns.flatMap(({ blocks }) => blocks).find((one) => one.id === id);
}

/** A key moves by a whole step from any position. */
function asItIs(instant: number): number {
  return instant;
}
