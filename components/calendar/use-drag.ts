'use client';

import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { msOf } from '#/components/calendar/scale.ts';
import { stepOf, useSnap } from '#/components/calendar/use-snap.ts';
import { type Axis, type ColumnScale, instantAt } from '#/lib/client/calendar/calendar-axis.ts';
import type { CalendarBlock, CalendarColumn } from '#/lib/client/calendar/calendar-blocks.ts';
import {
  type DragError,
  dragError,
  dragged,
  drawn,
  type Grip,
  rangeOf,
  snapped,
  type TimeRange,
} from '#/lib/client/calendar/calendar-drag.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What is being dragged: a block by a grip, or empty space for null. */
type Held = { block: CalendarBlock | null; grip: Grip; range: TimeRange; at: number; x: number; y: number };
export type Drag = { block: CalendarBlock | null; range: TimeRange; rejection: DragError | null };

/** A press that moves less than this is a click. */
const THRESHOLD_PX = 4;
const EDGE_PX = 40;
const SCROLL_PX = 16;

type Parts = {
  box: RefObject<HTMLElement | null>;
  axis: Axis;
  columns: readonly CalendarColumn[];
  timers: readonly TimerJson[];
  /** Touch scrolls; without this nothing is dragged. */
  isOn: boolean;
  onDrop: (drag: Drag) => void;
};

/** Moves blocks, changes their ends, draws new ones: by a mouse or a pen. Esc cancels; Alt rounds to the minute. */
export function useDrag({ box, axis, columns, timers, isOn, onDrop }: Parts) {
  const { clock } = useLive();
  const [snap] = useSnap();
  const held = useRef<Held | null>(null);
  const hasDragged = useRef(false);
  // The button may be released before the last move has been rendered.
  const latest = useRef<Drag | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const placeUnder = useCallback(
    (event: { clientX: number; clientY: number }): { day: ColumnScale; at: number } | null => {
      const elements = [...(box.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
      const shown = elements.map((element) => ({ element, rect: element.getBoundingClientRect() }));
      const under = shown.find(({ rect }) => event.clientX >= rect.left && event.clientX < rect.right);
      const day = axis.days.find(({ date }) => date === under?.element.dataset.day);
      if (!under || !day) return null;
      return { day, at: instantAt(axis, day, msOf(Math.max(0, event.clientY - under.rect.top))) };
    },
    [box, axis],
  );

  const giveUp = useCallback(() => {
    held.current = null;
    latest.current = null;
    setDrag(null);
  }, []);

  const start = (event: PointerEvent) => {
    hasDragged.current = false;
    if (!isOn || event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
    const place = event.target.closest('[data-day]') && placeUnder(event);
    if (!place) return;
    const id = event.target.closest<HTMLElement>('[data-block]')?.dataset.stop;
    const block = columns.flatMap(({ blocks }) => blocks).find((one) => one.id === id) ?? null;
    const grip = (event.target.closest<HTMLElement>('[data-grip]')?.dataset.grip ?? 'move') as Grip;
    // The end of the running one follows the clock.
    if (block?.isLive && grip !== 'start') return;
    const range = block ? rangeOf(block.timer, block.spanIndex, clock.now()) : { from: place.at, to: place.at };
    held.current = { block, grip, range, at: place.at, x: event.clientX, y: event.clientY };
  };

  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => {
      const from = held.current;
      if (!from) return;
      if (!hasDragged.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < THRESHOLD_PX) return;
      const place = placeUnder(event);
      if (!place) return;
      hasDragged.current = true;
      window.getSelection()?.removeAllRanges();
      scrollAtEdge(box.current, event.clientY);
      const step = stepOf(snap, event.altKey);
      const round = (instant: number) => snapped(instant, step, place.day.from);
      const range = from.block
        ? dragged(from.range, from.grip, place.at - from.at, round)
        : drawn(from.at, place.at, step, round);
      latest.current = {
        block: from.block,
        range,
        rejection: dragError(timers, range, from.block, clock.now()),
      };
      setDrag(latest.current);
    };
    const drop = () => {
      const dropped = latest.current;
      giveUp();
      if (dropped) onDrop(dropped);
      // The click that ends a drag comes before this, if there is one.
      setTimeout(() => {
        hasDragged.current = false;
      });
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !held.current) return;
      event.preventDefault();
      giveUp();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', giveUp, { signal });
    window.addEventListener('keydown', handleKeyDown, { signal });
    return () => listeners.abort();
  }, [box, snap, timers, clock, placeUnder, giveUp, onDrop]);

  return {
    drag,
    onPointerDown: start,
    /** Whether a click only ends a drag. */
    isEndOfDrag: () => hasDragged.current,
  };
}

/** Scrolls when something is dragged beyond the edge. */
function scrollAtEdge(box: HTMLElement | null, y: number): void {
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (y > bottom - EDGE_PX) box.scrollBy({ top: SCROLL_PX });
  else if (y < top + EDGE_PX * 2) box.scrollBy({ top: -SCROLL_PX });
}
