'use client';

import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type RowProps, ScheduleRow } from '#/components/schedules/schedule-row.tsx';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';

type Props = Pick<RowProps, 'onOpen' | 'onAct'> & { schedules: ListedScheduleJson[]; openId: string | null };

/** Schedules as rows. One of them is a tab stop; J, K and arrows move to the others. */
export function ScheduleTable({ schedules, openId, onOpen, onAct }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const [stopId, setStopId] = useState<string | null>(null);
  const wanted = openId ?? stopId;
  const stop = schedules.some(({ id }) => id === wanted) ? wanted : schedules[0]?.id;
  const { navigate, focusedRow, rowOf } = useRowNavigation(table, '[data-schedule]', '[data-row-focus]');
  useShortcuts(
    useMemo(() => {
      const edit = () => {
        const id = focusedRow()?.dataset.schedule ?? openId;
        const schedule = schedules.find((one) => one.id === id);
        if (schedule) onAct?.(schedule, 'edit');
      };
      return { j: () => navigate(1), k: () => navigate(-1), e: onAct ? edit : undefined };
    }, [schedules, openId, navigate, focusedRow, onAct]),
  );
  const handleKey = (event: KeyboardEvent) => {
    // In a menu, arrows are handled by the menu.
    if (!(event.target instanceof Element && event.target.matches('[data-row-focus]'))) return;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    navigate(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <table
      ref={table}
      onKeyDown={handleKey}
      onFocus={(event: FocusEvent) => setStopId((last) => rowOf(event.target)?.dataset.schedule ?? last)}
      className="w-full table-fixed border-separate border-spacing-0 max-md:block"
    >
      <caption className="sr-only">Schedules</caption>
      <TableHead columns={COLUMNS} />
      <RowChunks rows={schedules} keptId={openId ?? stop} className="max-md:block">
        {(schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            isTabStop={schedule.id === stop}
            isOpen={schedule.id === openId}
            onOpen={onOpen}
            onAct={onAct}
          />
        )}
      </RowChunks>
    </table>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'Name' },
  { name: 'Runs', className: 'w-[34%]' },
  { name: 'Next run', className: 'w-[112px]' },
  { name: 'Last run', className: 'w-[116px]' },
  { name: 'State', className: 'w-[92px] @max-[760px]:hidden' },
  { name: 'Actions', className: 'w-9 pr-0', isSilent: true },
];
