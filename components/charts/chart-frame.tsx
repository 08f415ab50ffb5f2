'use client';

import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { ChartLegend, type LegendItem } from '#/components/charts/chart-legend.tsx';
import { ChartReading } from '#/components/charts/chart-reading.tsx';
import { type ChartTable, formatChartCell } from '#/components/charts/chart-table.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const EXPORT_MENU = new LazyModule(() => import('#/components/charts/export-menu.tsx').then((file) => file.ExportMenu));
/** The default height of a chart. */
const HEIGHT_PX = 192;
const NO_LEGEND: readonly LegendItem[] = [];

type ChartFrameProps = {
  title: string;
  /** Secondary text next to the title: the unit. */
  unit?: string | undefined;
  legend?: readonly LegendItem[];
  /** The chart's message, in a sentence: its accessible name. */
  finding: string;
  table: ChartTable;
  /** Whether the table begins with the last point. */
  isNewestFirst?: boolean;
  height?: number;
  /** Whether it can be exported; not for signed-out visitors. */
  canExport?: boolean;
  children: ReactNode;
};

/**
 * A chart with its title and message; the same as a table, and exportable as a picture or a sheet. Arrow keys read it
 * point by point.
 */
export function ChartFrame({ title, unit, legend = NO_LEGEND, finding, table, children, ...rest }: ChartFrameProps) {
  const { isNewestFirst = false, height = HEIGHT_PX, canExport = true } = rest;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const [isTable, setTable] = useState(false);
  const [heard, setHeard] = useState('');
  const reading = useMemo(() => ({ name: title, table, read: setHeard }), [title, table]);
  const handleKey = (event: KeyboardEvent) => {
    // By its position: on a Mac, Option changes the letter.
    if (!event.altKey || event.code !== 'KeyT') return;
    event.preventDefault();
    setTable(!isTable);
  };
  return (
    <section aria-labelledby={id} className="min-w-0" onKeyDown={handleKey}>
      <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {unit && <span className="truncate text-text-3">{unit}</span>}
        <div className="ml-auto flex flex-wrap items-center gap-x-3 text-xs text-text-2">
          <ChartLegend items={legend} />
          <span className="flex items-center gap-0.5">
            <IconButton
              icon={isTable ? 'chart' : 'timesheet'}
              label={`Show as ${isTable ? 'chart' : 'table'}: ${title}`}
              title={`Show as ${isTable ? 'chart' : 'table'} (⌥T)`}
              onClick={() => setTable(!isTable)}
            />
            {canExport && (
              <MenuButton
                button={<IconButton icon="download" label={`Export: ${title}`} title="Export" />}
                menu={EXPORT_MENU}
                menuProps={{ title, legend, table, figure: isTable ? null : figure }}
              />
            )}
          </span>
        </div>
      </div>
      {isTable ? (
        <TableTwin name={title} table={table} isNewestFirst={isNewestFirst} />
      ) : (
        // A drawing keeps its old width until the window reports a new one: it must not widen the page meanwhile.
        <figure ref={figure} aria-label={finding} className="relative overflow-x-clip" style={{ height }}>
          <ChartReading value={reading}>{children}</ChartReading>
        </figure>
      )}
      <p role="status" className="sr-only">
        {heard}
      </p>
    </section>
  );
}

type TwinProps = { name: string; table: ChartTable; isNewestFirst: boolean };

function TableTwin({ name, table: { columns, rows }, isNewestFirst }: TwinProps) {
  const shown = isNewestFirst ? rows.toReversed() : rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a sideways scroll area must be scrollable by keys (WCAG 2.1.1).
    <section aria-label={`${name}, as a table`} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-xs">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classNames(
                  'py-1.5 pl-2 font-medium whitespace-nowrap text-text-3',
                  index === 0 ? 'text-left' : 'text-right',
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([first = '', ...others]) => (
            <tr key={formatChartCell(first)} className="border-t border-line">
              <th scope="row" className="py-1 pl-2 text-left font-normal whitespace-nowrap">
                {formatChartCell(first)}
              </th>
              {others.map((cell, index) => (
                <td key={columns[index + 1]} className="py-1 pl-2 text-right whitespace-nowrap">
                  {formatChartCell(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
