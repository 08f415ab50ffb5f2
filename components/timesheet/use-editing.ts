'use client';

import { useEffect, useRef, useState } from 'react';
import type { CellEdits } from '#/components/timesheet/use-cell-edits.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import { type Row, subjectName, type Timesheet } from '#/lib/client/timesheet/timesheet.ts';
import { cellError, type Plan } from '#/lib/client/timesheet/timesheet-plan.ts';
import type { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';

/** An open cell: for a duration, or to show why it can't be edited. */
type OpenCell = {
  /** Its initial text. */
  text: string;
  /** A typed key is continued; else the first typed key replaces the text. */
  isTyped: boolean;
  /** A duration is being typed. It stays even if the cell can't be edited by now. */
  isEditor: boolean;
  /** Why the typed text is not saved. */
  problem: string | null;
  takesFocus: boolean;
};

export type CellEditing = {
  /** Null while it is closed. */
  opened: OpenCell | null;
  /** Why it can't be edited. */
  rejection: string | null;
  open: (text: string, isTyped?: boolean) => void;
  /** `isByKey` when the focus has to return to the cell. */
  close: (isByKey: boolean) => void;
  planOf: (ms: number) => Plan;
  save: (plan: Plan, text: string) => void;
};

type EditingParts = {
  sheet: Timesheet;
  edits: CellEdits;
  proposals: Proposals;
  /** Returns the focus to the cell that was open. */
  focusBack: (key: string, column: number) => void;
  /** Whether the cell has the focus. */
  hasFocus: (key: string, column: number) => boolean;
};

/** Only one cell is open at a time. */
export function useEditing({ sheet, edits, proposals, focusBack, hasFocus }: EditingParts) {
  const { clock } = useLive();
  const [at, setAt] = useState<{ key: string; column: number; opened: OpenCell } | null>(null);
  /** What is open when a save finishes; undefined once the week has gone. */
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
      // If another cell is being edited by now, or the week has gone, there is no place for it.
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
