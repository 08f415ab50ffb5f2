'use client';

import { useRef } from 'react';
import { RowName } from '#/components/timesheet/row-name.tsx';
import { TimesheetCell } from '#/components/timesheet/timesheet-cell.tsx';
import { DayHead, TotalsRow } from '#/components/timesheet/timesheet-totals.tsx';
import type { CellEdits } from '#/components/timesheet/use-cell-edits.ts';
import { useEditing } from '#/components/timesheet/use-editing.ts';
import { useGridNavigation } from '#/components/timesheet/use-grid-navigation.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import type { Row, RowsBy, Timesheet } from '#/lib/client/timesheet/timesheet.ts';
import type { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';

type TimesheetGridProps = { sheet: Timesheet; by: RowsBy; today: string; edits: CellEdits; proposals: Proposals };

/** Rows by seven days, with the sums of both. One cell is a tab stop; arrows move to the others. */
export function TimesheetGrid({ sheet, by, today, edits, proposals }: TimesheetGridProps) {
  const { days, rows } = sheet;
  const body = useRef<HTMLTableSectionElement>(null);
  const todays = days.findIndex(({ date }) => date === today);
  const { stop, focusCell, isFocused, navigate } = useGridNavigation(
    body,
    { rows: rows.length, columns: days.length },
    { row: 0, column: Math.max(0, todays) },
  );
  const placeOf = (key: string, column: number) => ({ row: rows.findIndex((row) => row.key === key), column });
  const editingOf = useEditing({
    sheet,
    edits,
    proposals,
    focusBack: (key, column) => focusCell(placeOf(key, column)),
    hasFocus: (key, column) => isFocused(placeOf(key, column)),
  });
  useRestoredFocus(body, 'tr');
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow-key cells is a grid
      role="grid"
      aria-label="Timesheet"
      aria-readonly={edits.closedReason !== null || undefined}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <DayHead days={days} today={today} by={by} />
      <tbody ref={body} {...navigate}>
        {rows.map((row, index) => (
          <tr key={row.key}>
            <th scope="row" className="h-10 border-b border-line py-0 pr-3 pl-2 text-left font-normal">
              <span className="flex min-w-0 items-center gap-2">
                <RowName subject={row.subject} by={by} />
              </span>
            </th>
            {row.cells.map((cell, column) => {
              const { label, proposedMs, ...editing } = editingOf(row, column);
              return (
                <TimesheetCell
                  key={cell.date}
                  cell={cell}
                  place={`${index}:${column}`}
                  isTabStop={stop.row === index && stop.column === column}
                  label={label}
                  proposedMs={proposedMs}
                  editing={editing}
                />
              );
            })}
            <RowTotal row={row} />
          </tr>
        ))}
      </tbody>
      <TotalsRow sheet={sheet} />
    </table>
  );
}

function RowTotal({ row }: { row: Row }) {
  const isLive = row.cells.some((cell) => cell.isLive);
  return (
    <td
      className={classNames(
        'h-10 border-b border-line py-0 pr-2 text-right font-semibold whitespace-nowrap',
        isLive && 'text-accent',
      )}
    >
      {row.ms > 0 ? formatShortDuration(row.ms) : '–'}
    </td>
  );
}
