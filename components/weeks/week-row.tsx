'use client';

import { useId } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { WeekTime } from '#/components/weeks/week-time.tsx';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { changeSince, formatMoment, weekDays } from '#/lib/client/weeks/format-week.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

type Props = {
  week: WeekJson;
  name: string;
  /** The person who has approved or returned it. */
  decider: string | null;
  isOpen: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onApprove: () => void;
  onReturn: () => void;
};

const cell = 'min-w-0 p-0 pr-3 max-md:pr-0';

/** One week of one member: a row of a table, on a phone a few lines; opened, another row with its contents. */
export function WeekRow({ week, name, decider, isOpen, isBusy, onToggle, onApprove, onReturn }: Props) {
  const today = useToday();
  const id = useId();
  const days = weekDays(week.starts_on, today);
  return (
    <>
      <tr
        data-week={`${week.user_id} ${week.starts_on}`}
        className="border-line hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2 md:h-12 md:*:border-b md:*:border-line"
      >
        <th scope="row" className={`${cell} text-left font-medium md:pl-2`}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
            className="flex max-w-full items-center gap-2 rounded-sm py-1 pr-1 max-md:min-h-10 max-md:-outline-offset-2"
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} className="text-text-3" />
            <span className="truncate">{name}</span>
          </button>
        </th>
        <td className={`${cell} truncate max-md:order-3 max-md:pl-6 max-md:text-text-2`}>{days}</td>
        <td className={`${cell} text-right max-md:self-center`}>
          <span className="font-medium">{formatDuration(week.total_ms)}</span>
          <Since week={week} />
        </td>
        <td
          className={classNames(
            cell,
            'py-1.5 max-md:order-4 max-md:col-span-full max-md:pl-6 md:pl-3',
            week.status === 'submitted' && 'md:max-lg:hidden',
          )}
        >
          <State week={week} decider={decider} />
        </td>
        <td className={`${cell} max-md:order-5 max-md:col-span-full max-md:pt-2 max-md:pl-6 md:pr-2 md:text-right`}>
          <span className="inline-flex gap-2">
            {week.status !== 'returned' && (
              <Button
                size="sm"
                variant="soft"
                className="max-md:h-10"
                aria-label={`Return ${name}, ${days}`}
                onClick={onReturn}
              >
                Return…
              </Button>
            )}
            {week.status === 'submitted' && (
              <Button
                size="sm"
                className="max-md:h-10"
                aria-label={`Approve ${name}, ${days}`}
                busy={isBusy}
                busyLabel="Approving…"
                onClick={onApprove}
              >
                Approve
              </Button>
            )}
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="max-md:block">
          <td colSpan={5} className="border-b border-line p-0 max-md:block">
            <WeekTime week={week} name={name} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Why the sum differs from the submitted or approved one. */
function Since({ week }: { week: WeekJson }) {
  const since = changeSince(week);
  if (!since && !week.growing) return null;
  return (
    <span className="block text-xs text-text-3">
      {since && `${since} since`}
      {since && week.growing && ', '}
      {week.growing && 'timer running'}
    </span>
  );
}

function State({ week, decider }: { week: WeekJson; decider: string | null }) {
  const style = useTimeStyle();
  const today = useToday();
  const at = (instant: string | null) => (instant ? formatMoment(instant, style, today) : '');
  if (week.status === 'approved') {
    return <StateLabel icon="check" note={at(week.decided_at)}>{`Approved by ${decider ?? 'someone'}`}</StateLabel>;
  }
  if (week.status === 'returned') {
    return (
      <>
        <StateLabel icon="retry" note={at(week.decided_at)}>{`Returned by ${decider ?? 'someone'}`}</StateLabel>
        <p className="pl-5 break-words text-text-2">{week.comment}</p>
      </>
    );
  }
  return (
    <StateLabel icon="clock" note={at(week.submitted_at)}>
      Submitted
    </StateLabel>
  );
}
