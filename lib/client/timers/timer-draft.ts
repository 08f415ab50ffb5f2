import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { PlanBody } from '#/lib/tracking/cycles/plan-schemas.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import type { StartTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';

/** A timer to be started: on an existing ticket, on one to be created, or with a title alone. */
export type TimerDraft = {
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
  plan?: DraftPlan;
  /** The plan of what it takes the place of continues. */
  keepsPlan?: boolean;
};

export type DraftPlan = {
  /** For a pomodoro without a plan the person's settings count. */
  body: { type: PlanBody['type']; plan?: PlanBody };
  phase: Pick<PhaseJson, 'kind' | 'round' | 'rounds' | 'planned_ms' | 'next'>;
};

type Subject = Pick<TimerJson, 'title' | 'ticket' | 'project' | 'tags'>;

export function draftForTicket(
  ticket: Pick<TicketJson, 'id' | 'key' | 'title' | 'url'>,
  tags: string[] = [],
): TimerDraft {
  const { id, key, title, url } = ticket;
  return { title, ticket: { id, key, title, url }, newTicketKey: null, tags };
}

/** The same work once more. */
export function draftToContinue({ title, ticket, project, tags }: Subject): TimerDraft {
  return { title, ticket, newTicketKey: null, ...(project && { project: project.name }), tags };
}

/** What to call it in a sentence: its key, else its title. */
export function draftName(draft: TimerDraft): string {
  return draft.ticket?.key ?? draft.newTicketKey ?? (draft.title || 'your timer');
}

export function startBody(draft: TimerDraft, onConflict: 'reject' | 'switch'): StartTimerBody {
  return {
    ...subjectBody(draft),
    ...draft.plan?.body,
    ...(draft.startedAt !== undefined && { started_at: new Date(draft.startedAt).toISOString() }),
    ...(draft.keepsPlan && onConflict === 'switch' && { keep_plan: true }),
    on_conflict: onConflict,
  };
}

/** What time is for, as the API takes it. */
export function subjectBody(draft: TimerDraft) {
  return {
    title: draft.title,
    tags: draft.tags,
    ...(draft.project && { project: draft.project }),
    ...(draft.ticket && { ticket_id: draft.ticket.id }),
    ...(!draft.ticket && draft.newTicketKey && { ticket_key: draft.newTicketKey, create_ticket: true }),
  };
}
