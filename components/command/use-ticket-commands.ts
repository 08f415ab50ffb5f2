'use client';

import type { Command } from '#/components/command/command.ts';
import { withoutVerb } from '#/components/command/typed-verb.ts';
import { type ComposerOption, draftOfOption, optionKey, optionsFor } from '#/components/composer/composer-options.ts';
import { useComposerOptions } from '#/components/composer/use-composer-options.ts';
import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import {
  useCurrentTimer,
  useLive,
  useMe,
  useStartBlockedReason,
  useTickets,
  useTimeStyle,
} from '#/lib/client/live/use-live.tsx';
import { ticketHref } from '#/lib/client/tickets/ticket-view.ts';
import { readTypedEntry } from '#/lib/client/typed/typed-entry.ts';

const KINDS = ['ticket', 'project', 'tag'] as const;

/** What the text can start: known or found tickets, a new one, or the words alone. */
export function useTicketCommands(text: string): Command[] {
  const { clock } = useLive();
  const openPage = useOpenPage();
  const rules = { now: clock.now(), reading: useTimeStyle(), kinds: KINDS };
  const typed = readTypedEntry(withoutVerb(text), rules);
  // Without a ticket no word is dropped: "Switch the database" may be the work itself.
  const whole = readTypedEntry(text, rules);
  const { options, resolve } = useComposerOptions(typed, { optionsFor });
  const known = useTickets('').data?.tickets ?? [];
  const { data } = useCurrentTimer();
  const actions = useTimerActions();
  const lastWins = useMe().user.conflict_policy === 'last_resume_wins';
  const rejection = useStartBlockedReason();
  const running = data?.timer;
  const found = new Set(options.map(optionKey));
  const free: ComposerOption[] = whole.query ? [{ kind: 'free', title: whole.query }] : [];
  // The palette also matches letters close together.
  const rest = (typed.query ? known : [])
    .filter(({ id }) => !found.has(id))
    .map((ticket): ComposerOption => ({ kind: 'ticket', ticket }));
  const start = (option: ComposerOption) =>
    actions.start(
      draftOfOption(option, option.kind === 'free' ? whole : typed),
      running || data?.elsewhere || lastWins ? 'switch' : 'reject',
    );
  return [...options.filter(({ kind }) => kind !== 'free'), ...free, ...rest]
    .filter((option) => option.kind !== 'ticket' || option.ticket.id !== running?.ticket?.id)
    .map((option) => ({
      id: `start-${optionKey(option)}`,
      group: option.kind === 'ticket' || option.kind === 'again' ? 'Start a timer' : 'With what you typed',
      icon: option.kind === 'new_ticket' ? 'plus' : 'play',
      ...labelOf(option),
      // It matches, by a link, a branch or words in another order, which may differ from its key and title.
      ...(found.has(optionKey(option)) && { also: text }),
      ...(typed.tags.length > 0 && { detail: typed.tags.map((tag) => `#${tag}`).join(' ') }),
      rejection,
      ...(option.kind === 'ticket' && { open: () => openPage(ticketHref(option.ticket.key)) }),
      run: () => {
        const isChosen = option.kind !== 'new_ticket' || options[0]?.kind === 'ticket';
        if (isChosen) start(option);
        // The key's other meanings have not been shown yet.
        else void resolve(typed).then(([resolved = option]) => start(resolved));
      },
    }));
}

function labelOf(option: ComposerOption): Pick<Command, 'label' | 'ticketKey'> {
  switch (option.kind) {
    case 'ticket':
      return { label: `Start ${option.ticket.title}`, ticketKey: option.ticket.key };
    case 'new_ticket':
      return { label: `Create ${option.title && `“${option.title}” `}and start it`, ticketKey: option.key };
    case 'free':
      return { label: `Start “${option.title}” without a ticket` };
    case 'again':
      return { label: `Start “${option.timer.title}” again` };
  }
}
