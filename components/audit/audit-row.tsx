'use client';

import { useId } from 'react';
import { AuditDetail } from '#/components/audit/audit-detail.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { type FormattedAuditEvent, formatAuditEvent } from '#/lib/client/audit/format-audit-event.ts';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import { useMe, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { timeToTheSecond } from '#/lib/client/time/format-time.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

type Props = {
  event: EventJson;
  nameOf: (userId: string | null) => string;
  isOpen: boolean;
  onToggle: () => void;
};

const cell = 'truncate p-0 pr-3 max-md:pr-0';

/** One entry of the log: what, when, who, whose, and the change; opened, all details. */
export function AuditRow({ event, nameOf, isOpen, onToggle }: Props) {
  const id = useId();
  const style = useTimeStyle();
  const today = useToday();
  const line = formatAuditEvent(event, { style, today });
  const isOwn = event.user_id === null || event.user_id === line.actorId;
  return (
    <>
      <tr
        data-event={event.id}
        className="border-line hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2 md:h-10 md:*:border-b md:*:border-line"
      >
        <th scope="row" className={`${cell} text-left font-medium md:pl-2`}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
            className="flex max-w-full items-center gap-2 rounded-sm py-1 pr-1 max-md:min-h-10 pointer-coarse:min-h-11"
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} className="text-text-3" />
            <span className="truncate">{line.what}</span>
          </button>
        </th>
        <td className={`${cell} text-text-2 max-md:self-center`}>
          {shortDay(dateIn(style.timeZone, line.at), today.slice(0, 4))} {timeToTheSecond(line.at, style)}
        </td>
        <td className={`${cell} max-md:pl-6`}>
          <Who line={line} nameOf={nameOf} />
        </td>
        <td className={`${cell} text-text-2 max-lg:hidden`}>{isOwn ? '' : nameOf(event.user_id)}</td>
        <td className={`${cell} max-md:col-span-full max-md:pl-6`}>
          {[line.about, line.change, line.reason].filter(Boolean).join('. ')}
        </td>
        <td className={`${cell} text-text-3 max-lg:hidden`}>{line.from}</td>
      </tr>
      {isOpen && (
        <tr id={id} className="max-md:block">
          <td colSpan={6} className="border-b border-line p-0 max-md:block">
            <AuditDetail event={event} line={line} />
          </td>
        </tr>
      )}
    </>
  );
}

function Who({ line, nameOf }: { line: FormattedAuditEvent; nameOf: Props['nameOf'] }) {
  const me = useMe().user;
  if (line.actorId === null) return 'Timer Service';
  return line.actorId === me.id ? me.name : nameOf(line.actorId);
}
