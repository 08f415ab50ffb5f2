'use client';

import { useCallback, useMemo, useRef } from 'react';
import { EntryRow } from '#/components/entries/entry-row.tsx';
import type { EntryActions } from '#/components/entries/use-entry-actions.ts';
import { PrefetchLink } from '#/components/layout/prefetch-link.tsx';
import { arrowKeys } from '#/components/ui/list/arrow-keys.ts';
import { LiveText } from '#/components/ui/live-text.tsx';
import { type DayEntries, dayCount, dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { useLive, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { counted, dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type EntryListProps = {
  list: TimerListJson;
  /** Newest first; today has no heading. */
  days: DayEntries[];
  today: string;
  isOpen: (timer: TimerJson) => boolean;
  actionsFor: (timer: TimerJson, before: TimerJson | undefined) => EntryActions;
  onToggle: (timer: TimerJson, isOpen: boolean) => void;
  onContinue: (timer: TimerJson) => void;
};

/**
 * Tracked time by day, newest first: a tree of rows (WAI-ARIA treegrid). J and K or arrows move, Enter continues, right
 * and left show and hide the spans; E, X, M, D and Delete change an entry.
 */
export function EntryList({ list, days, today, isOpen, actionsFor, onToggle, onContinue }: EntryListProps) {
  const { mutations } = useLive();
  const box = useRef<HTMLTableElement>(null);
  const move = useCallback((step: 1 | -1) => moveFocus(box.current, step), []);
  useShortcuts(useMemo(() => ({ j: () => move(1), k: () => move(-1) }), [move]));
  const firstRow = days.find((one) => one.entries.length > 0);
  return (
    <section aria-label="Entries">
      <div className="mb-2 flex h-6 items-center justify-between max-md:sr-only">
        <h2 className="font-semibold">Entries</h2>
        <span className="text-text-3">newest first</span>
      </div>
      <table
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA guide's own way to build a treegrid
        role="treegrid"
        aria-label="Entries"
        tabIndex={-1}
        onKeyDown={arrowKeys(move)}
        className="block border-t border-line max-md:-mx-4"
      >
        {days.map(({ day, entries }) => (
          <tbody key={day.date} className="block">
            {day.date !== today && entries.length > 0 && (
              <DayHead list={list} day={day} count={dayCount(list, { day, entries })} />
            )}
            {entries.map((entry, index) => (
              <EntryRow
                // An open or focused row stays so when its start gets a response.
                key={mutations.keyOf(entry.timer)}
                entry={entry}
                day={day}
                isOpen={isOpen(entry.timer)}
                isFirst={day === firstRow?.day && index === 0}
                actions={actionsFor(entry.timer, list.timers[list.timers.indexOf(entry.timer) + 1])}
                onToggle={(isShown) => onToggle(entry.timer, isShown)}
                onContinue={() => onContinue(entry.timer)}
              />
            ))}
          </tbody>
        ))}
      </table>
      {list.next_cursor && (
        <p className="py-3 text-text-3">
          Only the newest {list.timers.length} timers are listed. Totals include all;{' '}
          <PrefetchLink href="/calendar" className="underline">
            the calendar
          </PrefetchLink>{' '}
          shows them.
        </p>
      )}
    </section>
  );
}

function DayHead({ list, day, count }: { list: TimerListJson; day: DayEntries['day']; count: number }) {
  const total = useMemo(() => (at: number) => formatDuration(dayTotalMs(list, day, at)), [list, day]);
  return (
    <tr className="flex h-10 items-center gap-2 border-b border-line px-4 pt-2 md:px-2">
      <td className="truncate font-medium">{dayTitle(day.date)}</td>
      <td className="text-text-3">{counted(count, 'timer')}</td>
      <td className="ml-auto font-medium">
        <LiveText text={total} />
      </td>
    </tr>
  );
}

function moveFocus(box: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? rows[0] : rows[here + step];
  next?.focus();
}
