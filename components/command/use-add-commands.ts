'use client';

import type { Command } from '#/components/command/command.ts';
import type { TypedAdding } from '#/components/command/typed-adding.ts';
import { optionsFor } from '#/components/composer/composer-options.ts';
import { useComposerOptions } from '#/components/composer/use-composer-options.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import {
  useCurrentTimer,
  useIsOffline,
  useLive,
  useMay,
  useMe,
  useRecentDays,
  useTimeStyle,
  useToday,
} from '#/lib/client/live/use-live.tsx';
import { latestFreeStretches } from '#/lib/client/page/latest-free-stretches.ts';
import { names } from '#/lib/client/tickets/named-ticket.ts';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { Subject } from '#/lib/client/timesheet/timesheet.ts';
import { TimesheetMutations } from '#/lib/client/timesheet/timesheet-mutations.ts';
import type { Stretch } from '#/lib/client/timesheet/timesheet-place.ts';
import { readTypedEntry, type TypedEntry } from '#/lib/client/typed/typed-entry.ts';

type Choice = { subject: Subject; place: Stretch[] | null; ms: number };

/**
 * What the typed duration can be added to: the running timer's subject and tickets, each with the hours that it would
 * get.
 */
export function useAddCommands(adding: TypedAdding | null): Command[] {
  const live = useLive();
  const userId = useMe().user.id;
  const style = useTimeStyle();
  const mayWrite = useMay('timers:write');
  const offline = useIsOffline() ? 'Available when you are back online' : null;
  const subjects = useSubjects(adding?.to ?? '');
  const today = useToday();
  const { data: week } = useRecentDays();
  const day = week?.totals.days.find(({ date }) => date === today);
  if (!adding || !mayWrite || !week || !day) return [];
  const { ms } = adding;
  const place = latestFreeStretches(ms, week, day, live.clock.now());
  const label = `Add ${formatDuration(ms)} to`;
  return subjects.map((subject) => ({
    id: `add-${subject.ticket?.id ?? 'running'}`,
    group: 'Add time',
    icon: 'plus',
    label: `${label} ${subject.ticket ? subject.ticket.title : timerName(subject)}`,
    ...(subject.ticket && { ticketKey: subject.ticket.key, keyAt: label.split(' ').length }),
    ...(place && { detail: place.map(({ from, to }) => formatRange(from, to, style)).join(', ') }),
    rejection: offline ?? (place ? null : 'Not enough free time today'),
    run: () => void add(live, userId, { subject, place, ms }),
  }));
}

/** The running one first, if nothing was named. */
function useSubjects(to: string): Subject[] {
  const { clock } = useLive();
  const typed = readTypedEntry(to, { now: clock.now(), reading: useTimeStyle(), kinds: ['ticket'] });
  const { options } = useComposerOptions(typed, { optionsFor });
  const running = useCurrentTimer().data?.timer;
  const tickets = options
    .flatMap((option) => (option.kind === 'ticket' ? [option.ticket] : []))
    .filter((ticket) => (to === '' ? ticket.id !== running?.ticket?.id : isNamed(ticket, typed)))
    .map(({ id, key, title, url, project }): Subject => ({ ticket: { id, key, title, url }, project, title: '' }));
  return running && to === '' ? [running, ...tickets] : tickets;
}

/** The list may still be the response to an earlier letter, or to none: Enter takes only a match. */
function isNamed({ key, title }: { key: string; title: string }, typed: TypedEntry): boolean {
  if (typed.ticket) return names(typed.ticket, key);
  const text = `${key} ${title}`.toLowerCase();
  return typed.query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

async function add(live: Live, userId: string, { subject, place, ms }: Choice): Promise<void> {
  if (!place) return;
  const { mutations, http, toasts } = live;
  const entries = new TimesheetMutations({ mutations, http, userId });
  const name = timerName({ ...subject, ticket: subject.ticket });
  try {
    const timer = await entries.add(subject, 'ticket', place);
    const undo = () => void entries.remove(timer).catch((error: unknown) => toastNotDone(live, error));
    toasts.show({
      icon: 'check',
      lead: `Added ${formatDuration(ms)} to ${name}.`,
      action: { undo },
    });
  } catch (error) {
    toastNotDone(live, error);
  }
}

function toastNotDone({ toasts }: Live, error: unknown): void {
  if (error instanceof ApiProblem) toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  else
    toasts.show({
      icon: 'warning',
      lead: 'No response from the server.',
      text: 'Try again; nothing will be counted twice.',
    });
}
