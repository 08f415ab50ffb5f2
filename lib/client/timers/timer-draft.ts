import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { PlanBody } from '#/lib/tracking/cycles/plan-schemas.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { StartTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A timer to be started: on an existing ticket, on one to be created, or with a title alone. */
export type TimerDraft = {
  title: string;
  ticket: TimerJson['ticket'];
  newTicketKey: string | null;
  /** The URL of the ticket to be created. */
  newTicketUrl?: string;
  /** Name of a project; created if there is none. */
  project?: string;
  tags: string[];
  /** Its start, if that is before the request. Epoch milliseconds. */
  startedAt?: number | undefined;
  /** Its plan, and the first phase; without one it counts until it is stopped. */
  plan?: DraftPlan;
  /** The plan of the timer it replaces continues. */
  keepsPlan?: boolean;
};

export type DraftPlan = {
  /** A pomodoro without a plan uses the person's settings. */
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

/** A start with the same subject. */
export function draftToContinue({ title, ticket, project, tags }: Subject): TimerDraft {
  return { title, ticket, newTicketKey: null, ...(project && { project: project.name }), tags };
}

/** Its name in a sentence: its key, else its title. */
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

/** The subject, in the form of the API. */
export function subjectBody(draft: TimerDraft) {
  return {
    title: draft.title,
    tags: draft.tags,
    ...(draft.project && { project: draft.project }),
    ...(draft.ticket && { ticket_id: draft.ticket.id }),
    ...(!draft.ticket && draft.newTicketKey && { ticket_key: draft.newTicketKey, create_ticket: true }),
  };
}
