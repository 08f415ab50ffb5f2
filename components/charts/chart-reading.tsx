'use client';

import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { type ChartTable, formatChartCell, readPoint } from '#/components/charts/chart-table.ts';
import { classNames } from '#/components/ui/class-names.ts';

type Reading = {
  /** The drawing's name when it has the focus. */
  name: string;
  table: ChartTable;
  /** Announces it to screen readers. */
  read: (text: string) => void;
};

const ReadingContext = createContext<Reading | null>(null);
export const ChartReading = ReadingContext.Provider;

/** What the frame provides to its chart. */
export function useChartReading(): Reading {
  const reading = useContext(ReadingContext);
  if (!reading) throw new Error('A chart stands in a ChartFrame.');
  return reading;
}

/** The attributes of a drawing that keys read point by point. */
export function useDrawingProps(): { role: string; tabIndex: number; 'aria-label': string } {
  const { name } = useChartReading();
  return { role: 'application', tabIndex: 0, 'aria-label': `${name}: use the arrow keys to read it` };
}

type PointProps = { active?: boolean; activeIndex?: string | number | null | undefined };

/** The point under the pointer or reached by keys: shown next to it, and announced. */
export function PointTip({ active, activeIndex }: PointProps) {
  const { table, read } = useChartReading();
  const index = active && activeIndex !== null && activeIndex !== undefined ? Number(activeIndex) : -1;
  const row = table.rows[index];
  const text = readPoint(table, index);
  useEffect(() => read(text), [read, text]);
  if (!row) return null;
  const [first = '', ...others] = row;
  return (
    <Tip>
      <div className="font-medium">{formatChartCell(first)}</div>
      {others.map((cell, at) => (
        <div key={table.columns[at + 1]} className="flex justify-between gap-4 text-text-2">
          <span>{table.columns[at + 1]}</span>
          <span>{formatChartCell(cell)}</span>
        </div>
      ))}
    </Tip>
  );
}

/** A label next to a point of a chart. Screen readers get it from the frame. */
export function Tip({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'rounded-md border border-line bg-surface px-2 py-1.5 text-xs whitespace-nowrap text-text shadow-menu',
        className,
      )}
    >
      {children}
    </div>
  );
}
