'use client';

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { RailScale } from '#/lib/client/corrections/correction-rail.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

const STEP_MS = MINUTE_MS;
const LONG_STEP_MS = 15 * MINUTE_MS;

/** A timeline under the pointer; `onHold` reports whether it must not change. */
export type RailTrack = { scale: RailScale; track: RefObject<HTMLElement | null>; onHold: (isHeld: boolean) => void };
type SliderOptions = RailTrack & {
  at: number;
  /** The range it may be moved in; keys also reach parts that the line does not show. */
  room: readonly [number, number];
  onMove: (at: number) => void;
};

/**
 * A position on a timeline: dragged to the minute, with Alt to the second; by arrows, with Shift by a quarter of an
 * hour, by Page up and Page down by an hour, by Home and End to the limit.
 */
export function useRailSlider({ at, room, scale, track, onHold, onMove }: SliderOptions) {
  /** The offset of the pointer within it, milliseconds; null when it is not dragged. */
  const grabOffset = useRef<number | null>(null);
  const least = Math.max(room[0], Math.min(scale.from, at));
  const move = (to: number, lowest = room[0]) => onMove(Math.min(Math.max(to, lowest), room[1]));
  const instantAt = ({ clientX }: PointerEvent) => {
    const rect = track.current?.getBoundingClientRect();
    return rect ? scale.from + ((clientX - rect.left) / rect.width) * (scale.to - scale.from) : at;
  };
  const keys: Record<string, () => number> = {
    PageUp: () => at + HOUR_MS,
    PageDown: () => at - HOUR_MS,
    Home: () => least,
    End: () => room[1],
  };
  const letGo = () => {
    grabOffset.current = null;
    onHold(false);
  };
  return {
    'aria-valuemin': Math.floor(least / SECOND_MS),
    'aria-valuemax': Math.ceil(room[1] / SECOND_MS),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      const to = direction ? at + direction * (event.shiftKey ? LONG_STEP_MS : STEP_MS) : keys[event.key]?.();
      if (to === undefined) return;
      event.preventDefault();
      move(to);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      grabOffset.current = instantAt(event) - at;
      event.currentTarget.setPointerCapture(event.pointerId);
      onHold(true);
    },
    onPointerMove: (event: PointerEvent) => {
      if (grabOffset.current === null) return;
      const step = event.altKey ? SECOND_MS : STEP_MS;
      const to = Math.round((instantAt(event) - grabOffset.current) / step) * step;
      move(Math.min(to, scale.to), Math.max(room[0], scale.from));
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}
