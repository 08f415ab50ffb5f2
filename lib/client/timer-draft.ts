import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { PlanBody } from '#/lib/tracking/cycles/plan-schemas.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { StartTimerBody, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What somebody wants to track: a ticket that exists, one to be made, or words alone. */
export type Wish = {
  title: string;
  ticket: TimerJson['ticket'];
  newTicketKey: string | null;
  /** Where the ticket to be made can be looked at. */
  newTicketUrl?: string;
  /** Name of a project; made when there is none. */
  project?: string;
  tags: string[];
  /** When it began, if that was before it is told. Epoch milliseconds. */
  startedAt?: number | undefined;
  /** What it is to do, and its first phase; without one it counts until it is stopped. */
  plan?: WishedPlan;
  /** The plan of what it takes the place of goes on. */
  keepsPlan?: boolean;
};

export type WishedPlan = {
  /** For a pomodoro without a plan the person's settings count. */
  body: { type: PlanBody['type']; plan?: PlanBody };
  phase: Pick<PhaseJson, 'kind' | 'round' | 'rounds' | 'planned_ms' | 'next'>;
};

type Subject = Pick<TimerJson, 'title' | 'ticket' | 'project' | 'tags'>;

export function draftForTicket(ticket: Pick<TicketJson, 'id' | 'key' | 'title' | 'url'>, tags: string[] = []): Wish {
  const { id, key, title, url } = ticket;
  return { title, ticket: { id, key, title, url }, newTicketKey: null, tags };
}

/** The same work once more. */
export function draftToContinue({ title, ticket, project, tags }: Subject): Wish {
  return { title, ticket, newTicketKey: null, ...(project && { project: project.name }), tags };
}

/** What to call it in a sentence: its key, else its title. */
export function draftName(wish: Wish): string {
  return wish.ticket?.key ?? wish.newTicketKey ?? (wish.title || 'your timer');
}

export function startBody(wish: Wish, onConflict: 'reject' | 'switch'): StartTimerBody {
  return {
    ...subjectBody(wish),
    ...wish.plan?.body,
    ...(wish.startedAt !== undefined && { started_at: new Date(wish.startedAt).toISOString() }),
    ...(wish.keepsPlan && onConflict === 'switch' && { keep_plan: true }),
    on_conflict: onConflict,
  };
}

/** What time is for, as the API takes it. */
export function subjectBody(wish: Wish) {
  return {
    title: wish.title,
    tags: wish.tags,
    ...(wish.project && { project: wish.project }),
    ...(wish.ticket && { ticket_id: wish.ticket.id }),
    ...(!wish.ticket && wish.newTicketKey && { ticket_key: wish.newTicketKey, create_ticket: true }),
  };
}
