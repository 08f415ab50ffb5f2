import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { StartTimerBody, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What somebody wants to track: a ticket that exists, one to be made, or words alone. */
export type Wish = {
  title: string;
  ticket: TimerJson['ticket'];
  newTicketKey: string | null;
  tags: string[];
};

/** Text typed into the composer in its parts: `API-412 rate limiter #backend`. */
export type TypedWish = { ticketKey: string | null; title: string; tags: string[]; query: string };

const TICKET_KEY = /^[A-Za-z][A-Za-z0-9]*-\d+$/;
const TAG = /(?:^|\s)#([^\s#]+)/g;
const TAG_LENGTH = 60;

export function readWish(text: string): TypedWish {
  const tags = [...new Set([...text.matchAll(TAG)].map(([, tag = '']) => tag.slice(0, TAG_LENGTH)))];
  const query = text.replaceAll(TAG, ' ').replaceAll(/\s+/g, ' ').trim();
  const [first = '', ...rest] = query.split(' ');
  if (!TICKET_KEY.test(first)) return { ticketKey: null, title: query, tags, query };
  return { ticketKey: first.toUpperCase(), title: rest.join(' '), tags, query };
}

export function wishForTicket(ticket: Pick<TicketJson, 'id' | 'key' | 'title' | 'url'>, tags: string[] = []): Wish {
  const { id, key, title, url } = ticket;
  return { title, ticket: { id, key, title, url }, newTicketKey: null, tags };
}

/** The same work once more. */
export function wishToContinue(timer: Pick<TimerJson, 'title' | 'ticket' | 'tags'>): Wish {
  return { title: timer.title, ticket: timer.ticket, newTicketKey: null, tags: timer.tags };
}

/** What to call it in a sentence: its key, else its title. */
export function wishName(wish: Wish): string {
  return wish.ticket?.key ?? wish.newTicketKey ?? (wish.title || 'your timer');
}

export function startBody(wish: Wish, onConflict: 'reject' | 'switch'): StartTimerBody {
  return {
    title: wish.title,
    tags: wish.tags,
    ...(wish.ticket && { ticket_id: wish.ticket.id }),
    ...(!wish.ticket && wish.newTicketKey && { ticket_key: wish.newTicketKey, create_ticket: true }),
    on_conflict: onConflict,
  };
}
