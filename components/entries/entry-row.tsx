'use client';

import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react';
import { EntryMenu } from '#/components/entries/entry-menu.tsx';
import { EntryType } from '#/components/entries/entry-type.tsx';
import type { EntryActions } from '#/components/entries/use-entry-actions.ts';
import { ElapsedText } from '#/components/timers/elapsed-text.tsx';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import type { DayEntries, Entry } from '#/lib/client/entries/day-entries.ts';
import { useIsOffline, useLive, useStartBlockedReason, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import { elapsedWithinMs } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

const SPANS = new LazyModule(() => import('#/components/entries/entry-spans.tsx').then((part) => part.EntrySpans));
const EDITOR = new LazyModule(() => import('#/components/entries/entry-editor.tsx').then((part) => part.EntryEditor));
const staysOpen = () => {};

/** Keys of a focused row, so they need no switch (WCAG 2.1.4). */
const ACTION_KEYS: Record<string, Exclude<keyof EntryActions, 'ticketId' | 'edit'>> = {
  x: 'split',
  m: 'merge',
  d: 'duplicate',
  i: 'pin',
  backspace: 'remove',
  delete: 'remove',
};

type EntryRowProps = {
  entry: Entry;
  day: DayEntries['day'];
  isOpen: boolean;
  isFirst: boolean;
  actions: EntryActions;
  onToggle: (isOpen: boolean) => void;
  onContinue: () => void;
};

/** One timer on one day. Hovered or focused it offers to continue and edit; opened it shows its spans. */
export function EntryRow({ entry, day, isOpen, isFirst, actions, onToggle, onContinue }: EntryRowProps) {
  const { timer } = entry;
  const { shortcuts } = useLive();
  const EntrySpans = useLazyModule(SPANS, isOpen, staysOpen);
  const needsServer = useNeedsServer();
  const [isEditing, setEditing] = useState(false);
  const close = useCallback(() => setEditing(false), []);
  const edit = needsServer(() => setEditing(true));
  const EntryEditor = useLazyModule(EDITOR, isEditing, close);
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  const canContinue = useStartBlockedReason() === null && timer.status !== 'running';
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    // G before it leads to another page.
    const key = shortcuts.isWaiting(event.timeStamp) ? '' : event.key.toLowerCase();
    const name = ACTION_KEYS[key];
    const action = key === 'e' ? edit : name && actions[name];
    // A held key would continue on the row that takes the place of this one.
    if (event.repeat && (action || event.key === 'Enter')) return event.preventDefault();
    if (action) action();
    else if (event.key === 'Enter' && canContinue) onContinue();
    else if (event.key === 'ArrowRight') onToggle(true);
    else if (event.key === 'ArrowLeft') onToggle(false);
    else if (event.key === ' ') onToggle(!isOpen);
    else return;
    event.preventDefault();
  };
  const besideControls = (act: () => void) => (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest('a, button'))) act();
  };
  if (isEditing && EntryEditor) return <EntryEditor timer={timer} onClose={close} />;
  const tone = entry.isLive ? (isOffline ? 'text-text-3' : 'text-accent') : undefined;
  return (
    <>
      <tr
        data-entry={timer.id}
        tabIndex={isFirst ? 0 : -1}
        aria-level={1}
        aria-expanded={isOpen}
        data-awaits-field={isEditing || undefined}
        aria-keyshortcuts={classNames(canContinue && 'Enter', `E X M D ${actions.pin ? 'I ' : ''}Delete`)}
        onKeyDown={handleKey}
        onClick={besideControls(() => onToggle(!isOpen))}
        onDoubleClick={besideControls(edit)}
        className={classNames(
          'group entry-line',
          style.hourCycle === 'h12'
            ? 'md:grid-cols-[152px_minmax(0,1fr)_auto_88px]'
            : 'md:grid-cols-[116px_minmax(0,1fr)_auto_88px]',
          canContinue && 'swipes',
        )}
      >
        <td
          className={classNames(
            'max-md:order-3 max-md:text-xs',
            tone ?? 'text-text-3 md:text-text-2',
            tone && 'md:font-medium',
          )}
        >
          {formatRange(entry.from, entry.isLive ? null : entry.to, style)}
        </td>
        <td className="flex min-w-0 snap-start items-baseline gap-2 md:grid md:grid-cols-[76px_minmax(0,1fr)] md:gap-3">
          {timer.ticket ? (
            <TicketKey href={timer.ticket.url}>{timer.ticket.key}</TicketKey>
          ) : (
            <span className="max-md:hidden" />
          )}
          <span className="truncate">{timer.title || <span className="text-text-3">Without a title</span>}</span>
        </td>
        <td className="flex max-md:order-4 max-md:justify-end md:min-w-26">
          <EntryType entry={entry} className="row-at-rest" />
          <span className="row-in-hand ml-auto items-center">
            {canContinue && (
              <Button variant="ghost" size="xs" keyLabel="↵" tabIndex={-1} onClick={onContinue} className="text-text">
                Continue
              </Button>
            )}
            <Button variant="ghost" size="xs" keyLabel="E" tabIndex={-1} onClick={edit} className="text-text">
              Edit
            </Button>
            <EntryMenu name={timerName(timer)} actions={actions} tabIndex={-1} />
          </span>
        </td>
        <td className={classNames('text-right font-medium max-md:order-2', tone)}>
          {entry.isLive ? (
            <ElapsedText timer={timer} within={{ from: Date.parse(day.starts_at), to: Date.parse(day.ends_at) }} />
          ) : (
            formatDuration(elapsedWithinMs(timer, entry, entry.to))
          )}
        </td>
        {canContinue && (
          <td className="beyond-row flex md:hidden">
            <Button
              variant="go"
              tabIndex={-1}
              aria-label={`Continue ${timerName(timer)}`}
              className="h-full rounded-none"
              onClick={({ currentTarget }) => {
                currentTarget.closest('tr')?.scrollTo(0, 0);
                onContinue();
              }}
            >
              Continue
            </Button>
          </td>
        )}
      </tr>
      {isOpen && EntrySpans && (
        <EntrySpans entry={entry} actions={actions} onEdit={edit} onContinue={canContinue ? onContinue : undefined} />
      )}
    </>
  );
}
