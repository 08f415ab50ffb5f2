'use client';

import Link from 'next/link';
import { type KeyboardEvent, memo } from 'react';
import { EstimateBar } from '#/components/tickets/estimate-bar.tsx';
import { formatLastWorked, liveMs } from '#/components/tickets/format-ticket.ts';
import { LiveTicketTime } from '#/components/tickets/grown-text.tsx';
import { People } from '#/components/tickets/people.tsx';
import { TicketMenu } from '#/components/tickets/ticket-menu.tsx';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { ticketHref } from '#/lib/client/tickets/ticket-view.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { WorkedTimeJson } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

/** The actions on a row; null without permission, or if impossible at the moment. */
export type TicketRowActions = {
  onStart: ((ticket: TicketJson) => void) | null;
  onEdit: ((ticket: TicketJson) => void) | null;
  onArchive: ((ticket: TicketJson) => void) | null;
  onRestore: ((ticket: TicketJson) => void) | null;
  onPin: ((ticket: TicketJson) => void) | null;
};

const cell = 'truncate p-0 pr-3 max-md:pr-0';

type Props = { ticket: TicketJson; isTabStop: boolean; respondedAt: number; actions: TicketRowActions };

/** One ticket. Enter starts a timer on it; its title leads to its page. */
export const TicketRow = memo(function TicketRow({ ticket, isTabStop, respondedAt, actions }: Props) {
  const { time } = ticket;
  const running = time?.running ?? 0;
  const start = ticket.archived_at === null && running === 0 ? actions.onStart : null;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget || !start) return;
    event.preventDefault();
    start(ticket);
  };
  return (
    <tr
      data-ticket={ticket.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-keyshortcuts={start ? 'Enter' : undefined}
      onKeyDown={handleKey}
      className={classNames(
        'group scroll-mt-8 border-line hover:bg-hover focus-visible:-outline-offset-2',
        'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2 md:h-10 md:*:border-b md:*:border-line',
        running > 0 && 'shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <td className={classNames(cell, 'md:pl-2')}>
        <TicketKey href={ticket.url}>{ticket.key}</TicketKey>
      </td>
      <td className={classNames(cell, 'max-md:order-5 max-md:col-span-3')}>
        <Link
          prefetch={false}
          href={ticketHref(ticket.key)}
          tabIndex={isTabStop ? 0 : -1}
          title={ticket.title || undefined}
          className="hover:underline"
        >
          {ticket.title || <span className="text-text-3">Without a title</span>}
        </Link>
        {ticket.project && <span className="ml-2 text-text-3">{ticket.project.name}</span>}
        {ticket.pinned_at && <PinMark />}
      </td>
      <td className={classNames(cell, 'max-md:hidden @max-[760px]:hidden')}>
        {time && <People people={time.people} />}
      </td>
      <td className={classNames(cell, 'text-right font-medium max-md:order-2 max-md:col-start-3')}>
        {time && (
          <LiveTicketTime
            ms={time.week_ms}
            running={running}
            respondedAt={respondedAt}
            className={running > 0 ? 'font-semibold text-accent' : undefined}
          />
        )}
      </td>
      <td className={classNames(cell, 'text-right max-md:hidden @max-[660px]:hidden')}>
        {time && <LiveTicketTime ms={time.tracked_ms} running={running} respondedAt={respondedAt} />}
      </td>
      <td className={classNames(cell, 'text-right text-text-3 max-md:hidden @max-[860px]:hidden')}>
        {ticket.estimate_seconds ? formatDuration(ticket.estimate_seconds * SECOND_MS) : '–'}
      </td>
      <td className={classNames(cell, 'max-md:hidden @max-[960px]:hidden')}>
        {time && ticket.estimate_seconds && (
          <GrownBar time={time} respondedAt={respondedAt} estimateSeconds={ticket.estimate_seconds} />
        )}
      </td>
      <td className={classNames(cell, 'text-right text-text-3 max-md:order-6 max-md:text-xs')}>
        <LastWorked ticket={ticket} isHidden={start !== null} />
        {start && (
          <Button
            size="sm"
            variant="soft"
            icon="play"
            keyLabel="↵"
            tabIndex={-1}
            onClick={() => start(ticket)}
            aria-label={`Start ${ticket.key}`}
            className="hidden group-hover:inline-flex group-focus-within:inline-flex group-focus:inline-flex max-md:inline-flex pointer-coarse:inline-flex"
          >
            Start
          </Button>
        )}
      </td>
      <td className="p-0 max-md:order-3 max-md:justify-self-end">
        <TicketMenu ticket={ticket} actions={actions} isTabStop={isTabStop} />
      </td>
    </tr>
  );
});

type GrownBarProps = { time: WorkedTimeJson; respondedAt: number; estimateSeconds: number };

/** In line with the total next to it, by the minute. */
function GrownBar({ time, respondedAt, estimateSeconds }: GrownBarProps) {
  const trackedMs = liveMs(time.tracked_ms, time, respondedAt, useServerNow(MINUTE_MS));
  return <EstimateBar trackedMs={trackedMs} estimateSeconds={estimateSeconds} className="w-[116px]" />;
}

function PinMark() {
  return (
    <span title="Pinned" className="ml-2 inline-block align-[-3px] text-text-3">
      <Icon name="pin" />
      <span className="sr-only">Pinned</span>
    </span>
  );
}

function LastWorked({ ticket, isHidden }: { ticket: TicketJson; isHidden: boolean }) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  if (ticket.archived_at) return <span>archived</span>;
  if ((ticket.time?.running ?? 0) > 0) return <span className="font-medium text-accent">now</span>;
  const at = ticket.time?.last_worked_at ?? null;
  return (
    <span
      className={classNames(
        isHidden &&
          'group-focus-within:hidden group-hover:hidden group-focus:hidden max-md:hidden pointer-coarse:hidden',
      )}
    >
      {formatLastWorked(at ? Date.parse(at) : null, now, style)}
    </span>
  );
}
