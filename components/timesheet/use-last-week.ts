'use client';

import type { Dispatch, SetStateAction } from 'react';
import { useWholeWeek } from '#/components/timesheet/use-whole-days.ts';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { type Timesheet, timesheetOf } from '#/lib/client/timesheet/timesheet.ts';
import { type KnownRow, Proposals, proposalsFrom, rowsOf } from '#/lib/client/timesheet/timesheet-proposals.ts';
import type { TimesheetView } from '#/lib/client/timesheet/timesheet-view.ts';

const NONE = new Proposals();

/** By week and kind of rows, what each shows in addition to tracked time. */
export type CopiedWeeks = Record<string, { rows: KnownRow[]; proposals: Proposals }>;
/** Kept above the shown week, so that going to another and back loses nothing. */
export type CopiedState = [CopiedWeeks, Dispatch<SetStateAction<CopiedWeeks>>];

/** What this week shows in addition to tracked time: rows to fill, and durations of the previous week to confirm. */
export function useLastWeek({ week, by }: TimesheetView, [copied, setCopied]: CopiedState) {
  const { clock } = useLive();
  const before = useWholeWeek(addDays(week, -7)).data;
  const place = `${week} ${by}`;
  const { rows, proposals } = copied[place] ?? { rows: [], proposals: NONE };
  const put = (change: Partial<{ rows: KnownRow[]; proposals: Proposals }>) =>
    setCopied((all) => ({ ...all, [place]: { rows, proposals, ...change } }));
  const sheet = before && timesheetOf(before, by, clock.now());
  return {
    isThere: sheet !== undefined && sheet.rows.length > 0,
    rows,
    proposals,
    /** A row that loses its last time stays, so that it can be edited again. */
    keep: ({ key, subject }: KnownRow) => {
      if (!rows.some((row) => row.key === key)) put({ rows: [...rows, { key, subject }] });
    },
    copyRows: () => sheet && put({ rows: joined(rows, rowsOf(sheet)) }),
    /** How many durations it proposes for empty cells of `now`. */
    propose: (now: Timesheet): number => {
      if (!sheet) return 0;
      const found = proposalsFrom(sheet, now, clock.now());
      put({ rows: joined(rows, rowsOf(sheet)), proposals: found });
      return found.all.length;
    },
    putAway: () => put({ proposals: NONE }),
  };
}

function joined(rows: KnownRow[], others: KnownRow[]): KnownRow[] {
  const known = new Set(rows.map(({ key }) => key));
  return [...rows, ...others.filter(({ key }) => !known.has(key))];
}
