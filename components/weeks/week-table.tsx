'use client';

import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useNames } from '#/components/corrections/use-names.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { useWeekActions } from '#/components/weeks/use-week-actions.ts';
import { WeekRow } from '#/components/weeks/week-row.tsx';
import { useShortcuts, useToday } from '#/lib/client/live/use-live.tsx';
import { weekDays } from '#/lib/client/weeks/format-week.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

type Props = { weeks: WeekJson[]; onReturn: (week: WeekJson) => void };

/** Weeks as rows, each of which opens its contents. J, K and arrows move; ⌘↵ approves, R returns the current one. */
export function WeekTable({ weeks, onReturn }: Props) {
  const nameOf = useNames();
  const today = useToday();
  const { approve } = useWeekActions();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const rows = weeks.map((week) => ({ id: keyOf(week), week }));
  const { navigate, focusedRow } = useRowNavigation(table, '[data-week]', 'button');
  const approveWeek = useCallback(
    async (week: WeekJson) => {
      setBusyKey(keyOf(week));
      await approve(week, `${nameOf(week.user_id)}, ${weekDays(week.starts_on, today)}`);
      setBusyKey(null);
    },
    [approve, nameOf, today],
  );
  useShortcuts(
    useMemo(() => {
      const focused = () => weeks.find((week) => keyOf(week) === focusedRow()?.dataset.week);
      const approveFocused = () => {
        const week = focused();
        if (week?.status === 'submitted' && !busyKey) void approveWeek(week);
      };
      const returnFocused = () => {
        const week = focused();
        if (week && week.status !== 'returned') onReturn(week);
      };
      return { j: () => navigate(1), k: () => navigate(-1), r: returnFocused, 'mod+enter': approveFocused };
    }, [weeks, focusedRow, navigate, approveWeek, onReturn, busyKey]),
  );
  const step = (event: KeyboardEvent) => {
    const steps = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    if (!steps) return;
    event.preventDefault();
    navigate(steps);
  };
  return (
    <table
      ref={table}
      onKeyDown={step}
      className="w-full table-fixed border-separate border-spacing-0 max-md:-mx-4 max-md:block max-md:w-auto"
    >
      <caption className="sr-only">Weeks</caption>
      <TableHead columns={weeks[0]?.status === 'submitted' ? SUBMITTED_COLUMNS : DECIDED_COLUMNS} />
      <RowChunks rows={rows} className="max-md:block">
        {({ id, week }) => (
          <WeekRow
            key={id}
            week={week}
            name={nameOf(week.user_id)}
            decider={week.decided_by && nameOf(week.decided_by)}
            isOpen={id === openKey}
            isBusy={id === busyKey}
            onToggle={() => setOpenKey(id === openKey ? null : id)}
            onApprove={() => void approveWeek(week)}
            onReturn={() => onReturn(week)}
          />
        )}
      </RowChunks>
    </table>
  );
}

function keyOf({ user_id, starts_on }: WeekJson): string {
  return `${user_id} ${starts_on}`;
}

const MEMBER = { name: 'Member', className: 'w-[24%]' };
const WEEK = { name: 'Week', className: 'w-[22%] md:max-lg:w-[176px]' };
const TRACKED_COLUMN = { name: 'Tracked', className: 'w-[136px] md:max-lg:w-[112px] text-right' };
/** With two buttons, facts that the tab implies only fit on a desktop. */
const SUBMITTED_COLUMNS: readonly TableColumn[] = [
  MEMBER,
  WEEK,
  TRACKED_COLUMN,
  { name: 'State', className: 'pl-3 md:max-lg:hidden' },
  { name: 'Actions', className: 'w-[200px]', isSilent: true },
];
const DECIDED_COLUMNS: readonly TableColumn[] = [
  MEMBER,
  WEEK,
  TRACKED_COLUMN,
  { name: 'State', className: 'pl-3' },
  { name: 'Actions', className: 'w-[104px]', isSilent: true },
];
