'use client';

import { type ReactNode, useId, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';

export type ChartTable = { columns: readonly string[]; rows: readonly (readonly string[])[] };

type ChartFrameProps = {
  title: string;
  /** Quiet words beside the title: what is measured. */
  unit?: string;
  legend?: ReactNode;
  /** What the chart shows, in a sentence: its name for who does not see it. */
  finding: string;
  table: ChartTable;
  children: ReactNode;
};

/** A chart with its title, what it says in words, and the same as a table for who would rather read it. */
export function ChartFrame({ title, unit, legend, finding, table, children }: ChartFrameProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex h-7 items-center gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {unit && <span className="truncate text-text-3">{unit}</span>}
        <div className="ml-auto flex shrink-0 items-center gap-3 text-xs text-text-2">
          {legend}
          <Button variant="ghost" size="xs" onClick={() => setTable(!isTable)}>
            {isTable ? 'Chart' : 'Table'}
            <span className="sr-only"> of {title}</span>
          </Button>
        </div>
      </div>
      {isTable ? (
        <TableTwin name={title} table={table} />
      ) : (
        <div role="img" aria-label={finding} className="relative h-48">
          {children}
        </div>
      )}
    </section>
  );
}

function TableTwin({ name, table: { columns, rows } }: { name: string; table: ChartTable }) {
  return (
    <table className="w-full text-xs">
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={classNames('py-1.5 pl-2 font-medium text-text-3', index === 0 ? 'text-left' : 'text-right')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={first} className="border-t border-line">
            <th scope="row" className="py-1 pl-2 text-left font-normal">
              {first}
            </th>
            {others.map((cell, index) => (
              <td key={columns[index + 1]} className="py-1 pl-2 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
