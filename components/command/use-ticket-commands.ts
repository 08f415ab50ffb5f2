'use client';

import { useRouter } from 'next/navigation';
import type { Command } from '#/components/command/command.ts';
import { type ComposerOption, optionKey, wishOf } from '#/components/timers/composer-options.ts';
import { useComposerOptions } from '#/components/timers/use-composer-options.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { ticketHref } from '#/lib/client/ticket-view.ts';
import { readTypedEntry } from '#/lib/client/typed-entry.ts';
import { useCurrentTimer, useLive, useMe, useStartRefusal, useTickets, useTimeStyle } from '#/lib/client/use-live.tsx';

const KINDS = ['ticket', 'project', 'tag'] as const;

/**
 * What can be started by the text: tickets that the server found, those used last, a new one, the words alone. Which of
 * the tickets fit is for the palette to say: what was found for the text before stays until the answer is there.
 */
export function useTicketCommands(text: string): Command[] {
  const { clock } = useLive();
  const router = useRouter();
  const typed = readTypedEntry(text, { now: clock.now(), reading: useTimeStyle(), kinds: KINDS });
  const { options } = useComposerOptions(typed);
  const recent = useTickets('').data?.tickets ?? [];
  const { data } = useCurrentTimer();
  const actions = useTimerActions();
  const lastWins = useMe().user.conflict_policy === 'last_resume_wins';
  const refusal = useStartRefusal();
  const running = data?.timer;
  const found = new Set(options.map(optionKey));
  const rest = recent.filter(({ id }) => !found.has(id)).map((ticket): ComposerOption => ({ kind: 'ticket', ticket }));
  return [...options, ...rest]
    .filter((option) => option.kind !== 'ticket' || option.ticket.id !== running?.ticket?.id)
    .map((option) => ({
      id: `start-${optionKey(option)}`,
      group: option.kind === 'ticket' || option.kind === 'again' ? 'Start a timer' : 'With what you typed',
      icon: option.kind === 'new_ticket' ? 'plus' : 'play',
      ...wordsOf(option),
      // Found by a link or a branch, which need not be like its key and title.
      ...(option.kind === 'ticket' && option.ticket.key === typed.ticket?.key && { also: text }),
      refusal,
      ...(option.kind === 'ticket' && { open: () => router.push(ticketHref(option.ticket.key)) }),
      run: () => actions.start(wishOf(option, typed), running || lastWins ? 'switch' : 'reject'),
    }));
}

function wordsOf(option: ComposerOption): Pick<Command, 'words' | 'ticketKey'> {
  switch (option.kind) {
    case 'ticket':
      return { words: `Start ${option.ticket.title}`, ticketKey: option.ticket.key };
    case 'new_ticket':
      return { words: `Create ${option.title && `“${option.title}” `}and start it`, ticketKey: option.key };
    case 'free':
      return { words: `Start “${option.title}” without a ticket` };
    case 'again':
      return { words: `Start “${option.timer.title}” again` };
  }
}
