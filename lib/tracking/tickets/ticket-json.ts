import type { ChangedTicket, Ticket, TicketSpan, TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import type { ChangedTicketJson, TicketJson, TicketSpanJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { WorkedTimes } from '#/lib/tracking/worked-time/get-worked-times.ts';
import { workedTimeJson } from '#/lib/tracking/worked-time/worked-time-json.ts';

export function ticketJson(ticket: TicketWithUse, times: WorkedTimes | null = null): TicketJson {
  return {
    id: ticket.id,
    key: ticket.key,
    title: ticket.title,
    url: ticket.url,
    estimate_seconds: ticket.estimateSeconds,
    project: ticket.project,
    created_at: ticket.createdAt.toISOString(),
    last_used_at: ticket.lastUsedAt?.toISOString() ?? null,
    pinned_at: ticket.pinnedAt?.toISOString() ?? null,
    archived_at: ticket.archivedAt?.toISOString() ?? null,
    ...(times && { time: workedTimeJson(times, ticket.id) }),
  };
}

export function changedTicketJson(ticket: ChangedTicket): ChangedTicketJson {
  const shown = ticketJson({ ...ticket, lastUsedAt: null, pinnedAt: null });
  const { last_used_at: _personal, pinned_at: _own, time: _time, ...facts } = shown;
  return {
    ...facts,
    updated_at: ticket.updatedAt.toISOString(),
  };
}

/** As events show it. */
export function ticketFacts({ id, key, title, url, estimateSeconds, project, archivedAt }: Ticket) {
  return {
    id,
    key,
    title,
    url,
    project,
    estimate_seconds: estimateSeconds,
    archived_at: archivedAt?.toISOString() ?? null,
  };
}

export function ticketSpanJson({
  id,
  startedAt,
  endedAt,
  timerId,
  title,
  userId,
  name,
  timeZone,
}: TicketSpan): TicketSpanJson {
  return {
    id,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    timer: { id: timerId, title },
    person: { user_id: userId, name, time_zone: timeZone },
  };
}
