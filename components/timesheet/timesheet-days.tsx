'use client';

import { useRef, useState } from 'react';
import { DayCell } from '#/components/timesheet/day-cell.tsx';
import { DayChoice } from '#/components/timesheet/day-choice.tsx';
import { RowName } from '#/components/timesheet/row-name.tsx';
import type { CellEdits } from '#/components/timesheet/use-cell-edits.ts';
import { useEditing } from '#/components/timesheet/use-editing.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { ofTarget } from '#/lib/client/time/format-target.ts';
import { dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import type { RowsBy, Timesheet } from '#/lib/client/timesheet/timesheet.ts';
import type { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';

type TimesheetDaysProps = { sheet: Timesheet; by: RowsBy; today: string; edits: CellEdits; proposals: Proposals };

/** The same for a phone: one day at a time as a list. */
export function TimesheetDays({ sheet, by, today, edits, proposals }: TimesheetDaysProps) {
  const { day_target_seconds: target } = useMe().user;
  const [chosen, setChosen] = useState(today);
  const list = useRef<HTMLUListElement>(null);
  const column = Math.max(
    0,
    sheet.days.findIndex(({ date }) => date === chosen),
  );
  const buttonOf = (key: string) => list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
  const editingOf = useEditing({
    sheet,
    edits,
    proposals,
    // The button returns when the field has been removed.
    focusBack: (key) => requestAnimationFrame(() => buttonOf(key)?.focus()),
    hasFocus: (key) => document.activeElement === buttonOf(key),
  });
  return (
    <>
      <DayChoice sheet={sheet} column={column} today={today} onChoose={setChosen} />
      <h2 className="mb-2 flex justify-between font-semibold">
        {dayTitle(sheet.days[column]?.date ?? today)}
        <span>
          {formatDuration(sheet.dayMs[column] ?? 0)}
          <span className="font-normal text-text-3">{ofTarget(target)}</span>
        </span>
      </h2>
      <ul ref={list} className="border-t border-line">
        {sheet.rows.map((row) => {
          const cell = row.cells[column];
          return (
            <li key={row.key} className="relative flex h-14 items-center gap-3 border-b border-line">
              <span className="flex min-w-0 grow items-center gap-2">
                <RowName subject={row.subject} by={by} />
              </span>
              {cell && <DayCell cell={cell} rowKey={row.key} {...editingOf(row, column)} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}
