import { matchesText, matchingTickets, mayBePartial } from '#/lib/client/tickets/matching-tickets.ts';
import { names } from '#/lib/client/tickets/named-ticket.ts';
import { SUGGESTION_COUNT } from '#/lib/client/tickets/ticket-search-queries.ts';
import { draftForTicket, draftToContinue, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TypedEntry } from '#/lib/client/typed/typed-entry.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** One meaning of the typed text. */
export type ComposerOption =
  | { kind: 'ticket'; ticket: TicketJson }
  | { kind: 'new_ticket'; key: string; title: string }
  | { kind: 'free'; title: string }
  | { kind: 'again'; timer: TimerJson };

const MAX_RECENT_OPTIONS = 3;

/**
 * Options for the typed text: matching known tickets, a new ticket if the key is new, the title without a ticket, and
 * recently tracked titles without one. Enter takes the first: nothing is created while an existing one may be meant.
 * Without typed text, the running ticket is not suggested.
 */
export function optionsFor(typed: TypedEntry, tickets: TicketJson[], recentTimers: TimerJson[] = []): ComposerOption[] {
  const matching = matchingTickets(typed, tickets);
  const exact = matching.find(({ key }) => typed.ticket && names(typed.ticket, key));
  const running = typed.query ? undefined : recentTimers.find(({ status }) => status === 'running')?.ticket?.id;
  const others = matching.filter((ticket) => ticket !== exact && ticket.id !== running);
  const isMatch = (ticket: TicketJson) => mayBePartial(typed) && matchesText(ticket, typed.query);
  const first = exact ? [exact] : others.filter(isMatch);
  const found = [...first, ...others.filter((ticket) => !first.includes(ticket))].slice(0, SUGGESTION_COUNT);
  const options = found.map((ticket): ComposerOption => ({ kind: 'ticket', ticket }));
  const free: ComposerOption[] = typed.query ? [{ kind: 'free', title: typed.query }] : [];
  if (typed.ticket && !exact) {
    options.splice(first.length, 0, { kind: 'new_ticket', key: typed.ticket.key, title: typed.title });
  }
  return [...options, ...free, ...againFor(typed, recentTimers)];
}

/** Each title once, latest first. Running or paused timers are resumed instead. */
function againFor({ query }: TypedEntry, recentTimers: TimerJson[]): ComposerOption[] {
  const byTitle = new Map<string, TimerJson>();
  for (const timer of recentTimers) {
    const title = timer.title.toLowerCase();
    const isOver = timer.status === 'stopped' || timer.status === 'completed';
    const isMatch = isOver && !timer.ticket && title !== '' && title.includes(query.toLowerCase());
    if (isMatch && !byTitle.has(title)) byTitle.set(title, timer);
  }
  return [...byTitle.values()].slice(0, MAX_RECENT_OPTIONS).map((timer) => ({ kind: 'again', timer }));
}

/** The timer of this option. Words next to the name of a ticket replace its title. */
export function draftOfOption(option: ComposerOption, typed: TypedEntry): TimerDraft {
  switch (option.kind) {
    case 'ticket': {
      const draft = { ...draftForTicket(option.ticket, typed.tags), ...besideOf(typed) };
      const hasOwnText = typed.title !== '' && typed.title !== typed.ticket?.title;
      const isNamed = typed.ticket !== null && names(typed.ticket, option.ticket.key);
      return isNamed && hasOwnText ? { ...draft, title: typed.title } : draft;
    }
    case 'new_ticket': {
      const url = typed.ticket?.url;
      const created = { title: option.title, ticket: null, newTicketKey: option.key, tags: typed.tags };
      return { ...created, ...(url && { newTicketUrl: url }), ...besideOf(typed) };
    }
    case 'free':
      return freeTextDraft(typed);
    case 'again': {
      const draft = draftToContinue(option.timer);
      return { ...draft, tags: [...new Set([...draft.tags, ...typed.tags])], ...besideOf(typed) };
    }
  }
}

/** The text as typed, without a ticket. */
export function freeTextDraft(typed: TypedEntry): TimerDraft {
  return { title: typed.query, ticket: null, newTicketKey: null, tags: typed.tags, ...besideOf(typed) };
}

export function optionKey(option: ComposerOption): string {
  if (option.kind === 'ticket') return option.ticket.id;
  return option.kind === 'again' ? option.timer.id : option.kind;
}

function besideOf({ project, startedAt, plan }: TypedEntry): Pick<TimerDraft, 'project' | 'startedAt' | 'plan'> {
  return { ...(project && { project }), ...(startedAt !== null && { startedAt }), ...(plan && { plan }) };
}
