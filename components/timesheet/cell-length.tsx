import { formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import type { Cell } from '#/lib/client/timesheet/timesheet.ts';

/** The duration of a cell, or its proposal. */
export function CellLength({ cell, proposedMs }: { cell: Cell; proposedMs: number | null }) {
  if (cell.pieces.length === 0 && proposedMs !== null) {
    return (
      <span className="mx-0.5 block rounded-sm border border-dashed border-line-control py-1.5 pr-[5px] text-text-2">
        {formatShortDuration(proposedMs)}
        <span className="sr-only">, proposed</span>
      </span>
    );
  }
  return (
    <span className="block pr-2">
      {cell.pieces.length > 0 ? formatShortDuration(cell.ms) : '–'}
      {cell.isLive && <span className="sr-only">, running</span>}
    </span>
  );
}
