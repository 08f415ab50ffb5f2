import type { NamedTicket } from '#/lib/client/tickets/named-ticket.ts';
import { readTypedEntry } from '#/lib/client/typed/typed-entry.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The subject of an entry as edited in fields. */
export type TypedSubject = { ticket: string; title: string; tags: string };
/** The changes; omitted fields stay. Null removes the ticket. */
export type SubjectChange = { ticket?: NamedTicket | null; title?: string; tags?: string[] };
export type SubjectProblem = { field: keyof TypedSubject; problem: string };

const TICKET_EXAMPLE = 'Enter one ticket, such as API-412, #34, a link, or a branch.';
const TAG_LENGTH = 60;
const TAG_COUNT = 50;

type Subject = Pick<TimerJson, 'ticket' | 'title' | 'tags'>;

export function typedSubject({ ticket, title, tags }: Subject): TypedSubject {
  return { ticket: ticket?.key ?? '', title, tags: tags.join(' ') };
}

/** The differences from the timer, or the first error. */
export function readSubject(typed: TypedSubject, timer: Subject): { change: SubjectChange } | SubjectProblem {
  const was = typedSubject(timer);
  const change: SubjectChange = {};
  if (typed.ticket.trim().toUpperCase() !== was.ticket.toUpperCase()) {
    const ticket = readTicket(typed.ticket.trim());
    if (ticket === undefined) return { field: 'ticket', problem: TICKET_EXAMPLE };
    change.ticket = ticket;
  }
  if (typed.title.trim() !== was.title) change.title = typed.title.trim();
  if (typed.tags.trim() !== was.tags) {
    const tags = readTags(typed.tags);
    if (tags.some((tag) => tag.length > TAG_LENGTH))
      return { field: 'tags', problem: `A tag has at most ${TAG_LENGTH} characters.` };
    if (tags.length > TAG_COUNT) return { field: 'tags', problem: `An entry has at most ${TAG_COUNT} tags.` };
    change.tags = tags;
  }
  return { change };
}

/** Undefined for text that names none. A ticket has no spaces, so text with spaces is a title in the wrong field. */
function readTicket(text: string): NamedTicket | null | undefined {
  if (!text) return null;
  if (/\s/.test(text)) return undefined;
  const { ticket } = readTypedEntry(text, { now: 0, reading: 'UTC', kinds: ['ticket'] });
  return ticket ?? undefined;
}

/** Words separated by spaces or commas; a `#` before one is how tags are typed elsewhere. */
function readTags(text: string): string[] {
  const words = text.split(/[\s,]+/).map((word) => word.replace(/^#/, ''));
  return [...new Set(words.filter(Boolean))];
}
