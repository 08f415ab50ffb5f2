'use client';

import { type RailTrack, useRailSlider } from '#/components/corrections/use-rail-slider.ts';
import { percent } from '#/components/today/day-rail-layout.ts';
import { placed } from '#/lib/client/corrections/correction-rail.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

type Props = {
  label: string;
  from: number;
  to: number;
  valueText: string;
  room: readonly [number, number];
  line: RailTrack;
  onMove: (from: number) => void;
};

/** A whole span on the timeline, between its two ends. */
export function RailMover({ label, from, to, valueText, room, line, onMove }: Props) {
  const { place, width } = placed({ from, to }, line.scale);
  const slider = useRailSlider({ ...line, at: from, room, onMove });
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={Math.round(from / SECOND_MS)}
      aria-valuetext={valueText}
      {...slider}
      className="absolute inset-y-0 h-8 min-w-6 cursor-grab touch-none rounded-xs active:cursor-grabbing max-md:hidden"
      style={{ left: percent(place), width: percent(width) }}
    />
  );
}
