'use client';

import { useState } from 'react';
import type { CellEdits } from '#/components/timesheet/use-cell-edits.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import { type Row, subjectName, type Timesheet } from '#/lib/client/timesheet/timesheet.ts';
import { cellError, type Plan } from '#/lib/client/timesheet/timesheet-plan.ts';
import type { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';

export type CellEditing = {
  /** What was typed to open it; null while it is closed. */
  text: string | null;
  /** Why it takes no length. */
  rejection: string | null;
  /** What a key typed is gone on with; else the first key typed takes the place of the text. */
  isTyped: boolean;
  open: (text: string, isTyped?: boolean) => void;
  /** `isByKey` when the focus has to go back to the cell. */
  close: (isByKey: boolean) => void;
  planOf: (ms: number) => Plan;
  save: (plan: Plan) => void;
};

type EditingParts = {
  sheet: Timesheet;
  edits: CellEdits;
  proposals: Proposals;
  /** Takes the focus back to the cell that was open. */
  focusBack: (key: string, column: number) => void;
};

/** One cell at a time is open. */
export function useEditing({ sheet, edits, proposals, focusBack }: EditingParts) {
  const { clock } = useLive();
  const [at, setAt] = useState<{ key: string; column: number; text: string; isTyped: boolean } | null>(null);

  return function editingOf(row: Row, column: number): CellEditing & { label: string; proposedMs: number | null } {
    const [day, cell] = [sheet.days[column], row.cells[column]];
    if (!day || !cell) throw new Error('There is no such cell.');
    const place = { row, day, cell };
    const proposal = cell.pieces.length === 0 ? proposals.find(row.key, day.date) : null;
    const isHere = at?.key === row.key && at.column === column;
    const close = (isByKey: boolean) => {
      setAt(null);
      if (isByKey) focusBack(row.key, column);
    };
    return {
      label: `${subjectName(row.subject, edits.by)}, ${dayTitle(day.date)}`,
      proposedMs: proposal?.ms ?? null,
      text: isHere ? at.text : null,
      rejection: cellError(cell, day, clock.now()),
      isTyped: isHere && at.isTyped,
      open: (text, isTyped = false) => setAt({ key: row.key, column, text, isTyped }),
      close,
      planOf: (ms) => edits.planOf(place, ms, { preferredStart: proposal?.preferredStart }),
      save: (plan) => {
        close(true);
        void edits.save(place, plan);
      },
    };
  };
}
