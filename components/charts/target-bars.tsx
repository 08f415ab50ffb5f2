'use client';

import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { AxisText } from '#/components/charts/axis-text.tsx';
import { Tip, useChartReading, useDrawingProps } from '#/components/charts/chart-reading.tsx';
import { readPoint } from '#/components/charts/chart-table.ts';
import { useWidth } from '#/components/charts/use-width.ts';

const ROW_PX = 28;
const BAR_PX = 12;
const LABEL_PX = 84;
const WORDS_PX = 108;
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** One bar: its value and its target; `words` come after it. */
type TargetBar = { label: string; value: number; target: number | null; valueLabel: string; isOver: boolean };

/** The height of a drawing with this many bars, in px. */
export function targetBarsHeight(count: number): number {
  return count * ROW_PX;
}

/**
 * Horizontal bars on one scale, each with its target as an outline: the part past it is hatched. Arrow keys move from
 * bar to bar.
 */
export function TargetBars({ bars }: { bars: readonly TargetBar[] }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const drawing = useDrawingProps();
  const { table, read } = useChartReading();
  const hatch = useId();
  const [active, setActive] = useState<number | null>(null);
  const reading = active === null ? '' : readPoint(table, active);
  useEffect(() => read(reading), [read, reading]);
  const handleKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (event.key === 'Escape') setActive(null);
    if (by === undefined || bars.length === 0) return;
    event.preventDefault();
    setActive(active === null ? 0 : Math.max(0, Math.min(bars.length - 1, active + by)));
  };
  const most = Math.max(1, ...bars.map(({ value, target }) => Math.max(value, target ?? 0)));
  const room = Math.max(0, width - LABEL_PX - WORDS_PX);
  return (
    <div ref={ref} className="relative size-full overflow-x-clip">
      {width > 0 && (
        <svg
          role={drawing.role}
          tabIndex={drawing.tabIndex}
          aria-label={drawing['aria-label']}
          width={width}
          height={targetBarsHeight(bars.length)}
          onKeyDown={handleKey}
          onBlur={() => setActive(null)}
          onPointerLeave={() => setActive(null)}
          className="block"
        >
          <defs>
            <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="4" height="4" fill="var(--warn-wash)" />
              <rect width="2" height="4" fill="var(--warn)" />
            </pattern>
          </defs>
          {bars.map((bar, index) => (
            <Bar
              key={bar.label}
              bar={bar}
              top={index * ROW_PX}
              px={(value) => (value / most) * room}
              end={width}
              hatch={hatch}
              isActive={index === active}
              onPoint={() => setActive(index)}
            />
          ))}
        </svg>
      )}
      {active !== null && reading && (
        <div className="pointer-events-none absolute left-20 z-[1]" style={{ top: (active + 1) * ROW_PX }}>
          <Tip className="whitespace-normal">{reading}</Tip>
        </div>
      )}
    </div>
  );
}

type BarProps = {
  bar: TargetBar;
  top: number;
  /** The drawn length of a value. */
  px: (value: number) => number;
  /** Where the text ends. */
  end: number;
  hatch: string;
  isActive: boolean;
  onPoint: () => void;
};

function Bar({ bar: { label, value, target, valueLabel, isOver }, top, px, end, hatch, isActive, onPoint }: BarProps) {
  const within = Math.min(value, target ?? value);
  const shape = { y: top + (ROW_PX - BAR_PX) / 2, height: BAR_PX, rx: 2 };
  return (
    <g onPointerEnter={onPoint}>
      <rect x={0} y={top} width={end} height={ROW_PX} fill={isActive ? 'var(--hover)' : 'transparent'} />
      <AxisText x={0} y={top + ROW_PX / 2} dy="0.35em" className="fill-text-2 font-mono">
        {label}
      </AxisText>
      {target !== null && <rect {...shape} x={LABEL_PX} width={px(target)} fill="var(--sunken)" stroke="var(--line)" />}
      <rect {...shape} x={LABEL_PX} width={px(within)} fill="var(--chart-1)" />
      {value > within && (
        <rect {...shape} x={LABEL_PX + px(within)} width={px(value - within)} fill={`url(#${hatch})`} />
      )}
      <AxisText
        x={end}
        y={top + ROW_PX / 2}
        dy="0.35em"
        textAnchor="end"
        className={isOver ? 'fill-warn' : 'fill-text-3'}
      >
        {valueLabel}
      </AxisText>
    </g>
  );
}
