'use client';

import { type KeyboardEvent, useCallback, useRef } from 'react';
import { AlarmRow } from '#/components/alarms/alarm-row.tsx';
import { useChoosing, useFocusNext, useListNavigation } from '#/components/alarms/use-list-navigation.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import type { ListedAlarm } from '#/lib/client/alarms/alarm-queries.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

type AlarmTableProps = {
  rows: ListedAlarm[];
  hrefOf: (id: string) => string;
  openId: string | null;
  onOpen: (id: string, isByKey: boolean) => void;
  /** Listed by when they died, and why. */
  isDeadLetters: boolean;
  chosen: ReadonlySet<string>;
  /** Null if none can be selected. X selects the focused one. */
  onChoose: ((id: string) => void) | null;
};

/** Alarms as rows. One of them is a tab stop; arrows, J and K move to the others. */
export function AlarmTable(props: AlarmTableProps) {
  const { rows, hrefOf, openId, onOpen, isDeadLetters, chosen, onChoose } = props;
  const table = useRef<HTMLTableElement>(null);
  const ids = rows.map(({ id }) => id);
  const open = useCallback((id: string) => onOpen(id, false), [onOpen]);
  const navigate = useListNavigation(table, { ids, openId, open });
  useChoosing(openId, onChoose);
  const stop = openId !== null && ids.includes(openId) ? openId : ids[0];
  const focus = useFocusNext(table, ids);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    navigate(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <table
      ref={table}
      aria-rowcount={rows.length + 1}
      onKeyDown={handleKey}
      {...focus}
      className="w-full table-fixed border-separate border-spacing-0 max-md:block"
    >
      <caption className="sr-only">Alarms</caption>
      <AlarmTableHead isDeadLetters={isDeadLetters} canChoose={onChoose !== null} />
      <RowChunks rows={rows} keptId={openId} className="max-md:block">
        {(alarm) => (
          <AlarmRow
            key={alarm.id}
            alarm={alarm}
            href={hrefOf(alarm.id)}
            isOpen={alarm.id === openId}
            isTabStop={alarm.id === stop}
            isDeadLetter={isDeadLetters}
            isChosen={chosen.has(alarm.id)}
            onOpen={onOpen}
            onChoose={onChoose}
          />
        )}
      </RowChunks>
    </table>
  );
}

function AlarmTableHead({ isDeadLetters, canChoose }: { isDeadLetters: boolean; canChoose: boolean }) {
  const isLong = useTimeStyle().hourCycle === 'h12';
  const columns: (TableColumn | false)[] = [
    canChoose && { name: 'Selected', isSilent: true, className: 'w-8 md:pl-0' },
    { name: 'State', className: 'w-[108px]' },
    { name: 'Name', className: 'w-[140px] @min-[900px]:w-[26%]' },
    {
      name: isDeadLetters ? 'Died' : 'Due',
      className: classNames(isLong ? 'w-[96px]' : 'w-[76px]', 'text-right @max-[690px]:w-[96px]'),
    },
    { name: 'From now', isSilent: true, className: 'w-[128px] @max-[690px]:hidden' },
    { name: 'Webhook', className: '@max-[530px]:hidden' },
    { name: 'Attempts', className: 'w-[68px] text-right @max-[600px]:hidden' },
    {
      name: isDeadLetters ? 'Last response' : 'Lateness',
      className: classNames(
        'w-[92px] text-right md:pr-2 group-data-beside/list:xl:pr-6 group-data-beside/list:xl:w-[108px]',
        isDeadLetters && 'w-[128px] @min-[900px]:w-[172px]',
      ),
    },
  ];
  return <TableHead columns={columns.filter((column) => column !== false)} />;
}
