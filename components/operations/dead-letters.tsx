'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { type RefObject, useRef, useState } from 'react';
import { formatLastResponse } from '#/components/alarms/drawer/format-last-response.ts';
import { alarmName, attemptsCell, hostOf } from '#/components/alarms/format-alarm.ts';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { deadCount, NONE } from '#/components/operations/format-operations.ts';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { TableHead } from '#/components/ui/list/table-head.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { DeadLetterJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { useMay, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { latestDeadQuery, OPERATIONS_KEY } from '#/lib/client/operations/operations-queries.ts';
import { formatWhen } from '#/lib/client/time/format-time.ts';

const COLUMNS = [
  { name: 'Alarm' },
  { name: 'Webhook', className: 'max-md:hidden' },
  { name: 'Last response', className: 'w-[30%]' },
  { name: 'Attempts', className: 'w-20 text-right' },
  { name: 'Died', className: 'w-24 text-right' },
  { name: 'Redrive', isSilent: true, className: 'w-20' },
] as const;

type DeadLettersProps = { count: number; heading: RefObject<HTMLHeadingElement | null>; onRedriveAll: () => void };

/** The workspace's own dead letters, latest first, each with a redrive button. */
export function DeadLetters({ count, heading, onRedriveAll }: DeadLettersProps) {
  const source = useAlarmSource();
  const { data, error, isPending } = useQuery(latestDeadQuery(source.get));
  const mayWrite = useMay('alarms:write');
  const rows = useRef<HTMLTableSectionElement>(null);
  const alarms = data?.alarms ?? [];
  return (
    <section aria-label="Dead letters" className="min-w-0">
      <div className="mb-2 flex h-7 items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          Dead letters
        </h2>
        {count > 0 && <span className="text-text-3">{deadCount(count)}</span>}
        {count > 0 && data && mayWrite && (
          <Button variant="soft" size="sm" icon="retry" keyLabel="R" className="ml-auto" onClick={onRedriveAll}>
            Redrive all
          </Button>
        )}
      </div>
      {isPending && <DeadSkeleton />}
      {!data && error && <ListError noun="dead letters" error={error} size="part" />}
      {data && alarms.length === 0 && <p className="border-t border-line py-4 text-text-3">No dead letters.</p>}
      {alarms.length > 0 && (
        <table className="w-full table-fixed max-md:block">
          <TableHead columns={COLUMNS} />
          <tbody ref={rows} className="max-md:block">
            {alarms.map((alarm) => (
              <DeadRow key={alarm.id} alarm={alarm} mayRedrive={mayWrite} onLeave={(row) => focusAfter(row, heading)} />
            ))}
          </tbody>
        </table>
      )}
      {data?.next_cursor && (
        <Link prefetch={false} href="/alarms?state=dead" className="mt-2 inline-block text-text-2 underline">
          All dead letters
        </Link>
      )}
    </section>
  );
}

function DeadSkeleton() {
  return (
    <div aria-busy="true" className="animate-late border-t border-line">
      <span className="sr-only">Loading dead letters</span>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex h-10 items-center border-b border-line">
          <SkeletonBar className="h-3 w-2/3" />
        </div>
      ))}
    </div>
  );
}

/** The row is removed: focuses the next, or the heading if there is none. */
function focusAfter(row: HTMLElement | null, heading: RefObject<HTMLElement | null>): void {
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('button');
  (next ?? heading.current)?.focus();
}

type DeadRowProps = { alarm: DeadLetterJson; mayRedrive: boolean; onLeave: (row: HTMLElement | null) => void };

function DeadRow({ alarm, mayRedrive, onLeave }: DeadRowProps) {
  const { redrive } = useAlarmActions();
  const client = useQueryClient();
  const style = useTimeStyle();
  const today = useToday();
  const row = useRef<HTMLTableRowElement>(null);
  const [isBusy, setBusy] = useState(false);
  const needsServer = useNeedsServer();
  const name = alarmName(alarm);
  const { text, note } = formatLastResponse(alarm);
  const redriveRow = needsServer(() => {
    setBusy(true);
    onLeave(row.current);
    void redrive(alarm).finally(() => {
      setBusy(false);
      void client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    });
  });
  const cell = 'h-10 truncate border-b border-line pr-3 max-md:h-auto max-md:border-0 max-md:p-0';
  return (
    <tr
      ref={row}
      className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:border-line max-md:py-2.5"
    >
      <td className={`${cell} font-medium md:pl-2`}>
        <Link prefetch={false} href={`/alarms/${alarm.id}`} className="hover:underline">
          {name}
        </Link>
      </td>
      <td className={`${cell} font-mono text-xs text-text-2 max-md:hidden`}>{alarm.url ? hostOf(alarm.url) : NONE}</td>
      <td className={`${cell} max-md:order-3`} title={note}>
        <StateLabel icon="dead" tone="danger" note={note}>
          {text}
        </StateLabel>
      </td>
      <td className={`${cell} text-right text-text-2 max-md:hidden`}>{attemptsCell(alarm)}</td>
      <td className={`${cell} text-right text-text-3 max-md:order-4`}>
        {alarm.finished_at && formatWhen(Date.parse(alarm.finished_at), style, today)}
      </td>
      <td className={`${cell} overflow-visible! text-right max-md:order-2`}>
        {mayRedrive && (
          <Button
            variant="soft"
            size="xs"
            busy={isBusy}
            busyLabel="Redriving…"
            aria-label={`Redrive ${name}`}
            onClick={redriveRow}
          >
            Redrive
          </Button>
        )}
      </td>
    </tr>
  );
}
