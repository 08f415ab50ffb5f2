'use client';

import { useMemo, useRef } from 'react';
import { formatSaveError, isClosedTime, NOT_SAVED, overlapsIn } from '#/components/timesheet/format-save-error.ts';
import { columnTitle } from '#/lib/client/calendar/format-calendar.ts';
import { WEEK_STATES_KEY } from '#/lib/client/http/cache-keys.ts';
import { useIsOffline, useLive, useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { counted, formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import {
  busyOf,
  type Cell,
  type Row,
  type RowsBy,
  type SheetDay,
  subjectName,
  type Timesheet,
} from '#/lib/client/timesheet/timesheet.ts';
import { TimesheetMutations } from '#/lib/client/timesheet/timesheet-mutations.ts';
import { lengthOf, type Stretch } from '#/lib/client/timesheet/timesheet-place.ts';
import { type Plan, planCell } from '#/lib/client/timesheet/timesheet-plan.ts';
import type { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const OFFLINE = 'You’re offline. Save it once you’re back.';

export type CellEdits = ReturnType<typeof useCellEdits>;
type Place = { row: Row; day: SheetDay; cell: Cell };
type Undo = () => Promise<void>;
/** Other occupied time, and the preferred start of the new one. */
type Around = { also?: readonly Stretch[]; preferredStart?: number | undefined };

type Parts = {
  by: RowsBy;
  keep: (row: Row) => void;
  /** Why this week can't be edited. */
  closedReason: string | null;
};

/** Plans and saves durations typed into the cells of this sheet, with toasts of the results. */
export function useCellEdits(sheet: Timesheet, { by, keep, closedReason }: Parts) {
  const { mutations: timerMutations, http, client, clock, toasts } = useLive();
  const style = useTimeStyle();
  const { id: userId } = useMe().user;
  const isOffline = useIsOffline();
  const needsServer = useNeedsServer();
  const mutations = useMemo(
    () => new TimesheetMutations({ mutations: timerMutations, http, userId }),
    [timerMutations, http, userId],
  );
  const taken = useRef<Stretch[]>([]);

  const planOf = ({ row, day, cell }: Place, ms: number, { also = [], preferredStart }: Around = {}): Plan => {
    const busy = [...busyOf(sheet), ...taken.current, ...also];
    const plan = planCell(ms, { cell, day, busy, now: clock.now(), style, preferredStart });
    if (closedReason && plan.kind !== 'nothing') return { kind: 'rejected', reason: closedReason };
    // Shown as done it would be lost with the page.
    if (isOffline && plan.kind !== 'nothing') return { kind: 'rejected', reason: OFFLINE };
    const isNowhere = by === 'project' && !row.subject.project && plan.kind === 'add';
    return isNowhere ? { kind: 'rejected', reason: 'Choose Tickets to add time without a project.' } : plan;
  };

  /** Why it was not saved; the next plan accounts for it. */
  const learnFrom = (error: unknown): string => {
    taken.current = [...taken.current, ...overlapsIn(error)];
    if (isClosedTime(error)) void client.invalidateQueries({ queryKey: WEEK_STATES_KEY });
    return formatSaveError(error);
  };
  const toastNotSaved = (problem: string) => toasts.show({ icon: 'warning', lead: NOT_SAVED, text: problem });

  /** Shows what was done, with undo. */
  const toastWithUndo = (lead: string, text: string, back: Undo[]) => {
    const undo = async () => {
      try {
        for (const undo of back) await undo();
        toasts.show({ icon: 'check', lead: 'Undone.' });
      } catch (error) {
        toastNotSaved(learnFrom(error));
      }
    };
    toasts.show({ icon: 'check', lead, text, action: { undo: needsServer(() => void undo()) } });
  };

  const add = async ({ row, day }: Place, { ms, spans }: Plan & { kind: 'add' }) => {
    const timer = await mutations.add(row.subject, by, spans);
    const ranges = spans.map(({ from, to }) => formatRange(from, to, style)).join(', ');
    const lead = `Added ${formatDuration(ms)} to ${subjectName(row.subject, by)}.`;
    toastWithUndo(lead, `${columnTitle(day.date)}, ${ranges}`, [() => mutations.remove(timer)]);
  };

  const shorten = async ({ row, day }: Place, { ms, changes }: Plan & { kind: 'shorten' }) => {
    keep(row);
    const back: Undo[] = [];
    try {
      for (const change of changes) {
        const changed = await mutations.change(change);
        back.push(() => mutations.restoreTimer(change.timer, changed));
      }
    } catch (error) {
      // Half of it would be a duration that no one typed.
      for (const undo of back) await undo();
      throw error;
    }
    toastWithUndo(`Removed ${formatDuration(ms)} from ${subjectName(row.subject, by)}.`, columnTitle(day.date), back);
  };

  /** Null once it is saved, else why it is not. */
  const save = async (place: Place, plan: Plan): Promise<string | null> => {
    try {
      if (plan.kind === 'add') await add(place, plan);
      if (plan.kind === 'shorten') await shorten(place, plan);
      return null;
    } catch (error) {
      return learnFrom(error);
    }
  };

  /** Adds those that fit, one after the other; the rest keeps waiting. */
  const addAll = async (proposals: Proposals): Promise<void> => {
    const also: Stretch[] = [];
    const added: TimerJson[] = [];
    for (const { key, date, ms, preferredStart } of proposals.all) {
      const place = placeIn(sheet, key, date);
      const plan = place && planOf(place, ms, { also, preferredStart });
      if (!place || plan?.kind !== 'add') continue;
      try {
        added.push(await mutations.add(place.row.subject, by, plan.spans));
        also.push(...plan.spans);
      } catch (error) {
        toastNotSaved(learnFrom(error));
      }
    }
    if (added.length === 0) return;
    const left = proposals.all.length - added.length;
    const cells = left === 1 ? 'its cell' : 'their cells';
    const label = left > 0 ? `${left} couldn’t be added: open ${cells} to see why.` : '';
    const lead = `Added ${counted(added.length, 'entry', 'entries')} from last week, ${formatDuration(lengthOf(also))}.`;
    toastWithUndo(
      lead,
      label,
      added.map((timer) => () => mutations.remove(timer)),
    );
  };

  return { planOf, save, toastNotSaved, addAll, by, closedReason };
}

function placeIn(sheet: Timesheet, key: string, date: string): Place | null {
  const column = sheet.days.findIndex((day) => day.date === date);
  const row = sheet.rows.find((one) => one.key === key);
  const [day, cell] = [sheet.days[column], row?.cells[column]];
  return row && day && cell ? { row, day, cell } : null;
}
