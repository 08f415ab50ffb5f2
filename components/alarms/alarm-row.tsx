'use client';

import { type MouseEvent, memo, useCallback } from 'react';
import { AlarmStateLabel } from '#/components/alarms/alarm-state-label.tsx';
import { formatLastResponse } from '#/components/alarms/drawer/format-last-response.ts';
import {
  alarmName,
  attemptsCell,
  formatExact,
  formatRelative,
  hostOf,
  latenessCell,
  shortDate,
} from '#/components/alarms/format-alarm.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { LiveText } from '#/components/ui/live-text.tsx';
import type { ListedAlarm } from '#/lib/client/alarms/alarm-queries.ts';
import { abortedEarlyAt } from '#/lib/client/alarms/alarm-state.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { timeOfDay, timeToTheSecond } from '#/lib/client/time/format-time.ts';
import { DAY_MS, SECOND_MS } from '#/lib/core/duration.ts';

const cell = 'truncate p-0 pr-3 max-md:pr-0';
/** Relative times are updated this often, without an announcement. */
const TURN_MS = 10 * SECOND_MS;

export type AlarmRowProps = {
  alarm: ListedAlarm;
  href: string;
  isOpen: boolean;
  isTabStop: boolean;
  /** Listed by when it died, with the result of its last attempt. */
  isDeadLetter: boolean;
  isChosen: boolean;
  onOpen: (id: string, isByKey: boolean) => void;
  onChoose: ((id: string) => void) | null;
};

/** One alarm in the list. The whole row opens it; for keyboards and screen readers its name is the link. */
export const AlarmRow = memo(function AlarmRow(props: AlarmRowProps) {
  const { alarm, href, isOpen, isTabStop, isDeadLetter, isChosen, onOpen, onChoose } = props;
  const at = Date.parse((isDeadLetter && alarm.finished_at) || alarm.due_at);
  const end = isDeadLetter ? endCell(alarm) : { text: latenessCell(alarm.lateness_ms), title: undefined };
  const open = (event: MouseEvent) => {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    const isControl = event.target instanceof Element && event.target.closest('input, label');
    if (isElsewhere || isControl) return;
    event.preventDefault();
    // A click without a pointer press comes from the Enter key.
    onOpen(alarm.id, event.detail === 0);
  };
  return (
    <tr
      data-alarm={alarm.id}
      onClick={open}
      className={classNames(
        'cursor-default border-line max-md:border-b hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2 md:h-10 md:*:border-b md:*:border-line',
        onChoose && 'max-md:grid-cols-[auto_minmax(0,1fr)_auto]',
        isOpen && 'bg-hover',
      )}
    >
      {onChoose && (
        <td className="p-0 max-md:row-span-2">
          <label className="grid h-10 w-8 place-items-center max-md:-ml-3 max-md:w-11">
            <input
              type="checkbox"
              aria-label={`Select ${alarmName(alarm)}`}
              checked={isChosen}
              onChange={() => onChoose(alarm.id)}
              className="size-4 accent-ink"
            />
          </label>
        </td>
      )}
      <td className={classNames(cell, 'max-md:order-3', !onChoose && 'md:pl-2')}>
        <AlarmStateLabel state={alarm.status} />
      </td>
      <td className={classNames(cell, 'font-medium max-md:order-1')}>
        <a
          href={href}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          className="scroll-mt-8 outline-none"
          title={alarmName(alarm)}
        >
          {alarmName(alarm)}
        </a>
      </td>
      <DueCells at={at} abortedAt={abortedEarlyAt(alarm)} />
      <td className={classNames(cell, 'font-mono text-xs text-text-2 max-md:hidden @max-[530px]:hidden')}>
        {alarm.url === null ? '–' : hostOf(alarm.url)}
      </td>
      <td className={classNames(cell, 'text-right text-text-2 max-md:hidden @max-[600px]:hidden')}>
        {attemptsCell(alarm)}
      </td>
      <td
        className={classNames(cell, 'text-right max-md:hidden md:pr-2 group-data-beside/list:xl:pr-6')}
        title={end.title}
      >
        {end.text}
      </td>
    </tr>
  );
});

/** The result of the last attempt; empty for one that was redriven since it was listed. The title has the full text. */
function endCell(alarm: ListedAlarm): { text: string; title: string | undefined } {
  if (alarm.status !== 'dead') return { text: '–', title: undefined };
  const { text, note } = formatLastResponse(alarm);
  return { text, title: note ? `${text}. ${note}` : text };
}

/**
 * The time, and how far it is from now, or when the alarm was aborted before it. Without room for both, a date replaces
 * the time of another day.
 */
function DueCells({ at, abortedAt }: { at: number; abortedAt: number | null }) {
  const style = useTimeStyle();
  const { timeZone } = style;
  const time = timeToTheSecond(at, style);
  const distance = useCallback(
    (now: number) => {
      if (abortedAt === null) return formatRelative(at, now) ?? shortDate(at, now, timeZone);
      return `aborted ${now - abortedAt < DAY_MS ? timeOfDay(abortedAt, style) : shortDate(abortedAt, now, timeZone)}`;
    },
    [at, abortedAt, timeZone, style],
  );
  const short = useCallback(
    (now: number) => (Math.abs(at - now) < DAY_MS ? time : shortDate(at, now, timeZone)),
    [at, time, timeZone],
  );
  const exact = formatExact(at, style);
  return (
    <>
      <td className={classNames(cell, 'text-right max-md:order-2')} title={exact}>
        <span className="@max-[690px]:hidden max-md:inline!">{time}</span>
        <LiveText text={short} stepMs={TURN_MS} className="hidden max-md:hidden! @max-[690px]:inline" />
      </td>
      <td
        className={classNames(cell, 'text-text-3 max-md:order-4 max-md:text-right md:@max-[690px]:hidden')}
        title={exact}
      >
        <LiveText text={distance} stepMs={TURN_MS} />
      </td>
    </>
  );
}
