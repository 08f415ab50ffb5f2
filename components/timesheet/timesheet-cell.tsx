import type { KeyboardEvent } from 'react';
import { CellEditor } from '#/components/timesheet/cell-editor.tsx';
import { CellLength } from '#/components/timesheet/cell-length.tsx';
import type { CellEditing } from '#/components/timesheet/use-editing.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { isWeekend } from '#/lib/client/calendar/calendar.ts';
import type { Cell } from '#/lib/client/timesheet/timesheet.ts';
import { typedCell } from '#/lib/client/timesheet/timesheet-length.ts';

type TimesheetCellProps = {
  cell: Cell;
  place: string;
  isTabStop: boolean;
  label: string;
  /** Last week's milliseconds here; null without a proposal. */
  proposedMs: number | null;
  editing: CellEditing;
};

/** The time of a row on a day. Enter, a digit or a click opens it; one that can't be edited says why. */
export function TimesheetCell({ cell, place, isTabStop, label, proposedMs, editing }: TimesheetCellProps) {
  const { opened, rejection, open, close } = editing;
  const shown = typedCell(cell.ms || (proposedMs ?? 0));
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && opened) close(false);
    else if (event.key === 'Enter' || event.key === 'F2') open(shown);
    else if (event.key === 'Backspace' || event.key === 'Delete') open('0');
    else if (/^[\d.,:]$/.test(event.key)) open(event.key, true);
    else return;
    event.preventDefault();
  };
  return (
    <td
      data-cell={place}
      tabIndex={isTabStop ? 0 : -1}
      title={rejection ?? undefined}
      onClick={() => !opened?.isEditor && open(shown)}
      onKeyDown={handleKey}
      onBlur={() => opened && !opened.isEditor && close(false)}
      className={classNames(
        'relative h-10 border-b border-line p-0 text-right whitespace-nowrap focus-visible:-outline-offset-2',
        isWeekend(cell.date) && 'bg-sunken',
        cell.isLive && 'font-semibold text-accent',
        cell.pieces.length === 0 && 'text-text-3',
        rejection === null && !opened && 'cursor-text hover:bg-hover',
      )}
    >
      {opened?.isEditor ? (
        <CellEditor
          {...opened}
          label={label}
          planOf={editing.planOf}
          onSave={editing.save}
          onClose={close}
          side={place.endsWith(':0') || place.endsWith(':1') ? 'start' : 'end'}
        />
      ) : (
        <CellLength cell={cell} proposedMs={proposedMs} />
      )}
      {opened && !opened.isEditor && rejection && (
        <p
          role="status"
          className="absolute top-full right-0 z-[5] mt-1 w-64 rounded-lg border border-line bg-surface p-3 text-left font-normal whitespace-normal text-text-2 shadow-menu"
        >
          {rejection}
        </p>
      )}
    </td>
  );
}
