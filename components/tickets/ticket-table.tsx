'use client';

import { type FocusEvent, useMemo, useRef, useState } from 'react';
import { groupTickets } from '#/components/tickets/format-ticket.ts';
import { TicketRow, type TicketRowActions } from '#/components/tickets/ticket-row.tsx';
import { arrowKeys } from '#/components/ui/list/arrow-keys.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

type Props = { tickets: TicketJson[]; isGrouped: boolean; respondedAt: number; actions: TicketRowActions };

/** Tickets as rows. One of them is a tab stop; J, K and arrows move to the others. */
export function TicketTable({ tickets, isGrouped, respondedAt, actions }: Props) {
  const { thisWeek, others } = isGrouped ? groupTickets(tickets) : { thisWeek: tickets, others: [] };
  const rows = [...thisWeek, ...others];
  const table = useRef<HTMLTableElement>(null);
  const [stopId, setStopId] = useState<string | null>(null);
  const stop = rows.some(({ id }) => id === stopId) ? stopId : rows[0]?.id;
  const { navigate, focusedRow, rowOf } = useRowNavigation(table, '[data-ticket]');
  const { onEdit, onPin } = actions;
  useShortcuts(
    useMemo(() => {
      const onFocused = (action: TicketRowActions['onEdit']) => () => {
        const ticket = tickets.find(({ id }) => id === focusedRow()?.dataset.ticket);
        if (ticket) action?.(ticket);
      };
      return {
        j: () => navigate(1),
        k: () => navigate(-1),
        e: onEdit ? onFocused(onEdit) : undefined,
        i: onPin ? onFocused(onPin) : undefined,
      };
    }, [tickets, navigate, focusedRow, onEdit, onPin]),
  );
  const row = (ticket: TicketJson) => (
    <TicketRow
      key={ticket.id}
      ticket={ticket}
      isTabStop={ticket.id === stop}
      respondedAt={respondedAt}
      actions={actions}
    />
  );
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus, like those of a grid
      role="grid"
      ref={table}
      aria-rowcount={rows.length + 1}
      onKeyDown={arrowKeys(navigate)}
      onFocus={(event: FocusEvent) => setStopId((last) => rowOf(event.target)?.dataset.ticket ?? last)}
      className="w-full table-fixed border-separate border-spacing-0 max-md:block"
    >
      <caption className="sr-only">Tickets</caption>
      <TableHead columns={COLUMNS} />
      <RowChunks rows={thisWeek} keptId={stop} className="max-md:block">
        {row}
      </RowChunks>
      {others.length > 0 && (
        <tbody className="max-md:block">
          <tr className="max-md:block">
            <td
              // The columns that are never dropped: more would become columns of their own, and take the room of the
              // title.
              colSpan={5}
              className="relative h-10 p-0 text-text-3 max-md:flex max-md:items-center max-md:border-b max-md:border-line max-md:px-4 md:pl-2 md:after:absolute md:after:bottom-0 md:after:left-0 md:after:w-[100cqw] md:after:border-b md:after:border-line"
            >
              Not worked on this week
            </td>
          </tr>
        </tbody>
      )}
      <RowChunks rows={others} keptId={stop} className="max-md:block">
        {row}
      </RowChunks>
    </table>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'Key', className: 'w-[92px]' },
  { name: 'Title' },
  { name: 'Who', className: 'w-[84px] @max-[760px]:hidden' },
  { name: 'This week', className: 'w-[96px] text-right' },
  { name: 'Total', className: 'w-[104px] text-right @max-[660px]:hidden' },
  { name: 'Estimate', className: 'w-[84px] text-right @max-[860px]:hidden' },
  { name: 'Of estimate', className: 'w-[132px] @max-[960px]:hidden' },
  { name: 'Last worked', className: 'w-[112px] text-right' },
  { name: 'Actions', className: 'w-9 pr-0', isSilent: true },
];
