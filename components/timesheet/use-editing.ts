'use client';

import { useEffect, useRef, useState } from 'react';
import type { CellEdits } from '#/components/timesheet/use-cell-edits.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import { type Row, subjectName, type Timesheet } from '#/lib/client/timesheet/timesheet.ts';
import { cellError, type Plan } from '#/lib/client/timesheet/timesheet-plan.ts';
import type { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';

/** A cell that is open: for a length, or to say why it takes none. */
type OpenCell = {
  /** What it was opened with. */
  text: string;
  /** What a key typed is gone on with; else the first key typed takes the place of the text. */
  isTyped: boolean;
  /** A length is typed. It stays if the cell takes none by now. */
  isEditor: boolean;
  /** Why what was typed is not saved. */
  problem: string | null;
  takesFocus: boolean;
};

export type CellEditing = {
  /** Null while it is closed. */
  opened: OpenCell | null;
  /** Why it takes no length. */
  rejection: string | null;
  open: (text: string, isTyped?: boolean) => void;
  /** `isByKey` when the focus has to go back to the cell. */
  close: (isByKey: boolean) => void;
  planOf: (ms: number) => Plan;
  save: (plan: Plan, text: string) => void;
};

type EditingParts = {
  sheet: Timesheet;
  edits: CellEdits;
  proposals: Proposals;
  /** Takes the focus back to the cell that was open. */
  focusBack: (key: string, column: number) => void;
  /** Whether the cell has the focus. */
  hasFocus: (key: string, column: number) => boolean;
};

/** One cell at a time is open. */
export function useEditing({ sheet, edits, proposals, focusBack, hasFocus }: EditingParts) {
  const { clock } = useLive();
  const [at, setAt] = useState<{ key: string; column: number; opened: OpenCell } | null>(null);
  /** What is open when a save comes back; undefined once the week has gone. */
  const latest = useRef<typeof at | undefined>(at);
  useEffect(() => {
    latest.current = at;
    return () => {
      latest.current = undefined;
    };
  }, [at]);

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
    const rejection = edits.closedReason ?? cellError(cell, day, clock.now());
    const save = async (plan: Plan, text: string) => {
      close(true);
      const problem = await edits.save(place, plan);
      if (problem === null) return;
      // Where someone types by now, or the week has gone, there is no place for it.
      if (latest.current !== null) return edits.toastNotSaved(problem);
      const takesFocus = hasFocus(row.key, column);
      setAt({ key: row.key, column, opened: { text, isTyped: true, isEditor: true, problem, takesFocus } });
    };
    return {
      label: `${subjectName(row.subject, edits.by)}, ${dayTitle(day.date)}`,
      proposedMs: proposal?.ms ?? null,
      opened: isHere ? at.opened : null,
      rejection,
      open: (text, isTyped = false) => {
        const isEditor = rejection === null;
        setAt({ key: row.key, column, opened: { text, isTyped, isEditor, problem: null, takesFocus: true } });
      },
      close,
      planOf: (ms) => edits.planOf(place, ms, { preferredStart: proposal?.preferredStart }),
      save: (plan, text) => void save(plan, text),
    };
  };
}
