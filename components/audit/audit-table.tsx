'use client';

import { type KeyboardEvent, useMemo, useRef } from 'react';
import { AuditRow } from '#/components/audit/audit-row.tsx';
import { useNames } from '#/components/corrections/use-names.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

type Props = { events: readonly EventJson[]; openId: string | null; onOpen: (id: string | null) => void };

/** Entries of the log as rows, each of which opens its details. J, K and arrows move. */
export function AuditTable({ events, openId, onOpen }: Props) {
  const nameOf = useNames();
  const table = useRef<HTMLTableElement>(null);
  const { navigate } = useRowNavigation(table, '[data-event]', 'button');
  useShortcuts(useMemo(() => ({ j: () => navigate(1), k: () => navigate(-1) }), [navigate]));
  const step = (event: KeyboardEvent) => {
    const steps = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    if (!steps) return;
    event.preventDefault();
    navigate(steps);
  };
  return (
    <table
      ref={table}
      aria-rowcount={events.length + 1}
      onKeyDown={step}
      className="w-full table-fixed border-separate border-spacing-0 max-md:-mx-4 max-md:block max-md:w-auto"
    >
      <caption className="sr-only">Audit log</caption>
      <colgroup className="max-md:hidden">
        <col span={4} />
        {/* The details of an entry span these even when they are dropped. */}
        <col span={2} className="max-lg:w-0" />
      </colgroup>
      <TableHead columns={COLUMNS} />
      <RowChunks rows={events} keptId={openId} className="max-md:block">
        {(event) => (
          <AuditRow
            key={event.id}
            event={event}
            nameOf={nameOf}
            isOpen={event.id === openId}
            onToggle={() => onOpen(event.id === openId ? null : event.id)}
          />
        )}
      </RowChunks>
    </table>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'What', className: 'w-[208px]' },
  { name: 'When', className: 'w-[152px]' },
  { name: 'Who', className: 'w-[144px]' },
  { name: 'Whose', className: 'w-[144px] max-lg:hidden' },
  { name: 'Change' },
  { name: 'Source', className: 'w-[88px] max-lg:hidden' },
];
