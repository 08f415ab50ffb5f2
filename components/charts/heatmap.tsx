'use client';

import { type KeyboardEvent, useEffect, useState } from 'react';
import { AxisText } from '#/components/charts/axis-text.tsx';
import { Tip, useChartReading, useDrawingProps } from '#/components/charts/chart-reading.tsx';
import { useWidth } from '#/components/charts/use-width.ts';

/** Levels of the sequential colors, from none to the maximum. */
export const HEAT_LEVELS = 5;
const GAP_PX = 2;
const LABEL_PX = 40;
const FOOT_PX = 24;
/** A narrower cell has no room for two digits. */
const NARROWEST_WORDS_PX = 18;
const STEPS: Record<string, readonly [row: number, column: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** `level` from 0 to `HEAT_LEVELS`; `text` is shown if there is room; `words` describe it. */
export type HeatCell = { level: number; text?: string; label: string };
type Place = readonly [row: number, column: number];

/** A row or a column; its name is empty if there is no room for all. */
export type HeatLine = { id: string; name: string };

type HeatmapProps = {
  rows: readonly HeatLine[];
  columns: readonly HeatLine[];
  /** By row, then column. Undefined if there is no cell. */
  cells: readonly (readonly (HeatCell | undefined)[])[];
  rowHeight: number;
  /** Without it, columns share the width. */
  columnWidth?: number;
  /** Whether a column's label is at its left edge, as on a scale. */
  isScale?: boolean;
};

/** The height of a heatmap with this many rows, in px. */
export function heatmapHeight(rows: number, rowHeight: number): number {
  return rows * rowHeight + FOOT_PX;
}

/** A grid of cells, darker for more. Arrow keys move from cell to cell. */
export function Heatmap({ rows, columns, cells, rowHeight, columnWidth, isScale = false }: HeatmapProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const drawing = useDrawingProps();
  const { read } = useChartReading();
  const [active, setActive] = useState<Place | null>(null);
  const step = columnWidth ?? (width - LABEL_PX) / columns.length;
  const cell = active && cells[active[0]]?.[active[1]];
  const reading = cell?.label ?? '';
  useEffect(() => read(reading), [read, reading]);
  useEffect(() => {
    // People look for the latest.
    if (ref.current && width > 0) ref.current.scrollLeft = ref.current.scrollWidth;
  }, [ref, width]);
  const handleKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (event.key === 'Escape') setActive(null);
    if (!by) return;
    event.preventDefault();
    setActive(active ? nextPlace(cells, active, by) : firstPlace(cells));
  };
  const size = { width: LABEL_PX + step * columns.length, height: heatmapHeight(rows.length, rowHeight) };
  return (
    <div ref={ref} className="relative size-full overflow-x-auto overflow-y-hidden">
      {width > 0 && (
        <svg
          role={drawing.role}
          tabIndex={drawing.tabIndex}
          aria-label={drawing['aria-label']}
          {...size}
          viewBox={`0 0 ${size.width} ${size.height}`}
          onKeyDown={handleKey}
          onBlur={() => setActive(null)}
          onPointerLeave={() => setActive(null)}
          className="block"
        >
          {rows.map(({ id, name }, index) => (
            <AxisText key={id} x={0} y={(index + 0.5) * rowHeight} dy="0.35em">
              {name}
            </AxisText>
          ))}
          {rows.map(({ id: rowId }, row) =>
            columns.map(({ id }, column) => {
              const one = cells[row]?.[column];
              return (
                one && (
                  <Cell
                    key={`${rowId} ${id}`}
                    cell={one}
                    x={LABEL_PX + column * step}
                    y={row * rowHeight}
                    width={step - GAP_PX}
                    height={rowHeight - GAP_PX}
                    isActive={active?.[0] === row && active[1] === column}
                    onPoint={() => setActive([row, column])}
                  />
                )
              );
            }),
          )}
          {columns.map(({ id, name }, index) => (
            <AxisText
              key={id}
              x={LABEL_PX + (index + (isScale ? 0 : 0.5)) * step}
              y={size.height - 6}
              textAnchor={isScale ? 'start' : 'middle'}
            >
              {name}
            </AxisText>
          ))}
        </svg>
      )}
      {cell && active && (
        <div
          className="pointer-events-none absolute"
          style={{
            left: Math.min(LABEL_PX + (active[1] + 0.5) * step, size.width - 24),
            top: (active[0] + 1) * rowHeight + 2,
            transform: `translateX(${active[1] * step > size.width / 2 ? '-100%' : '0'})`,
          }}
        >
          <Tip>{reading}</Tip>
        </div>
      )}
    </div>
  );
}

type CellProps = {
  cell: HeatCell;
  x: number;
  y: number;
  width: number;
  height: number;
  isActive: boolean;
  onPoint: () => void;
};

function Cell({ cell: { level, text }, x, y, width, height, isActive, onPoint }: CellProps) {
  return (
    <g onPointerEnter={onPoint}>
      <rect
        {...{ x, y, width, height }}
        rx={2}
        fill={`var(--seq-${level})`}
        stroke={isActive ? 'var(--text)' : 'none'}
        strokeWidth={1.5}
      />
      {text && width >= NARROWEST_WORDS_PX && (
        <text
          x={x + width / 2}
          y={y + height / 2}
          dy="0.35em"
          textAnchor="middle"
          className={`pointer-events-none text-2xs ${inkOn(level)}`}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** The legible text color on a level: see `--on-seq-low` and `--on-seq-high`. */
function inkOn(level: number): string {
  if (level === HEAT_LEVELS) return 'fill-(--on-seq-high)';
  return level === HEAT_LEVELS - 1 ? 'fill-(--on-seq-low) dark:fill-(--on-seq-high)' : 'fill-(--on-seq-low)';
}

type Cells = HeatmapProps['cells'];

function firstPlace(cells: Cells): Place | null {
  const row = cells.findIndex((line) => line.some(Boolean));
  return row < 0 ? null : [row, cells[row]?.findIndex(Boolean) ?? 0];
}

/** The next cell in that direction; at the edge, the same. */
function nextPlace(cells: Cells, [row, column]: Place, [down, right]: Place): Place {
  const next: Place = [row + down, column + right];
  return cells[next[0]]?.[next[1]] ? next : [row, column];
}
