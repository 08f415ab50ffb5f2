import { CellEditor } from '#/components/timesheet/cell-editor.tsx';
import { CellLength } from '#/components/timesheet/cell-length.tsx';
import type { CellEditing } from '#/components/timesheet/use-editing.ts';
import { classNames } from '#/components/ui/class-names.ts';
import type { Cell } from '#/lib/client/timesheet/timesheet.ts';
import { typedCell } from '#/lib/client/timesheet/timesheet-length.ts';

type DayCellProps = CellEditing & { cell: Cell; rowKey: string; label: string; proposedMs: number | null };

/** The time of a row on the chosen day: a button that opens it; one that can't be edited says why. */
export function DayCell({
  cell,
  rowKey,
  label,
  proposedMs,
  opened,
  rejection,
  open,
  close,
  planOf,
  save,
}: DayCellProps) {
  if (opened?.isEditor) {
    return (
      <span className="w-28 shrink-0">
        <CellEditor {...opened} label={label} planOf={planOf} onSave={save} onClose={close} />
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        data-row={rowKey}
        onClick={() => (opened ? close(false) : open(typedCell(cell.ms || (proposedMs ?? 0))))}
        className={classNames(
          'h-11 min-w-16 shrink-0 rounded-md text-right whitespace-nowrap',
          cell.isLive && 'font-semibold text-accent',
          cell.pieces.length === 0 && 'text-text-3',
        )}
      >
        <CellLength cell={cell} proposedMs={proposedMs} />
        <span className="sr-only">{`, ${rejection === null ? 'change the duration of ' : ''}${label}`}</span>
      </button>
      {opened && rejection && (
        <p
          role="status"
          className="absolute top-full right-0 z-[5] w-64 rounded-lg border border-line bg-surface p-3 text-text-2 shadow-menu"
        >
          {rejection}
        </p>
      )}
    </>
  );
}
