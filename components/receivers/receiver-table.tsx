'use client';

import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { ReceiverTableRow, type RowActions } from '#/components/receivers/receiver-row.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import type { ReceiverRow } from '#/lib/client/receivers/receiver-rows.ts';

type Props = { rows: ReceiverRow[]; actions: RowActions };

/** Receivers as rows. The buttons of one are tab stops; J, K and arrows move to the others. */
export function ReceiverTable({ rows, actions }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [stopKey, setStopKey] = useState<string | null>(null);
  const stop = rows.some(({ key }) => key === stopKey) ? stopKey : rows[0]?.key;
  const { navigate, rowOf } = useRowNavigation(body, '[data-receiver]', '[data-row-focus]');
  useShortcuts(useMemo(() => ({ j: () => navigate(1), k: () => navigate(-1) }), [navigate]));
  const handleKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element && event.target.matches('[data-row-focus]'))) return;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    navigate(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 max-md:block">
      <caption className="sr-only">Receivers</caption>
      <TableHead columns={COLUMNS} />
      <tbody
        ref={body}
        onKeyDown={handleKey}
        onFocus={(event: FocusEvent) => setStopKey(rowOf(event.target)?.dataset.receiver ?? null)}
        className="max-md:block"
      >
        {rows.map((row) => (
          <ReceiverTableRow key={row.key} row={row} isTabStop={row.key === stop} actions={actions} />
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'Receiver' },
  { name: 'State', className: 'w-[132px]' },
  { name: 'Waiting', className: 'w-[72px] text-right' },
  { name: 'Being sent', className: 'w-[84px] text-right @max-[760px]:hidden' },
  { name: 'Per second', className: 'w-[100px]' },
  { name: 'At once', className: 'w-[100px]' },
  { name: 'Actions', className: 'w-[128px] pr-0', isSilent: true },
];
