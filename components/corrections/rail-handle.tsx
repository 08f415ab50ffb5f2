'use client';

import { type RailTrack, useRailSlider } from '#/components/corrections/use-rail-slider.ts';
import { percent } from '#/components/today/day-rail-layout.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

type Props = {
  label: string;
  at: number;
  valueText: string;
  isChanged: boolean;
  room: readonly [number, number];
  line: RailTrack;
  onMove: (at: number) => void;
};

/** An end of a span on the timeline. */
export function RailHandle({ label, at, valueText, isChanged, room, line, onMove }: Props) {
  const { scale } = line;
  const slider = useRailSlider({ ...line, at, room, onMove });
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={Math.round(at / SECOND_MS)}
      aria-valuetext={valueText}
      {...slider}
      className="group/handle absolute top-0 grid h-8 w-6 -translate-x-1/2 cursor-ew-resize touch-none place-items-center rounded-xs max-md:hidden"
      style={{ left: percent((at - scale.from) / (scale.to - scale.from)) }}
    >
      <span
        className={classNames(
          'block h-8 rounded-xs bg-text shadow-[0_0_0_2px_var(--bg)] transition-opacity forced-colors:border',
          isChanged ? 'w-[9px]' : 'w-1 opacity-0 group-hover/handle:opacity-100 group-focus-visible/handle:opacity-100',
        )}
      />
    </div>
  );
}
