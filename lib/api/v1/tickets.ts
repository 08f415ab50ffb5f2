import { z } from 'zod';
import { type OperationResponse, operation } from '#/lib/api/operations/operation.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { archiveTicket } from '#/lib/tracking/tickets/archive-ticket.ts';
import type { TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';
import { createTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import { editTicket } from '#/lib/tracking/tickets/edit-ticket.ts';
import { getTicket } from '#/lib/tracking/tickets/get-ticket.ts';
import { listTicketSpans } from '#/lib/tracking/tickets/list-ticket-spans.ts';
import { listTickets } from '#/lib/tracking/tickets/list-tickets.ts';
import { pinTicket } from '#/lib/tracking/tickets/pin-ticket.ts';
import { restoreTicket } from '#/lib/tracking/tickets/restore-ticket.ts';
import { ticketJson, ticketSpanJson } from '#/lib/tracking/tickets/ticket-json.ts';
import {
  type ChangeTicketJson,
  changeTicketResponse,
  createTicketInput,
  editTicketInput,
  listTicketSpansQuery,
  listTicketsQuery,
  ticketListResponse,
  ticketResponse,
  ticketSpanListResponse,
} from '#/lib/tracking/tickets/ticket-schemas.ts';
import { unpinTicket } from '#/lib/tracking/tickets/unpin-ticket.ts';

const tag = 'Tickets';
const params = z.strictObject({ ticket: z.string().trim().min(1).max(64).describe('Id or key.') });
const UNKNOWN = ['ticket_not_found'] as const;

const create = operation({
  operationId: 'createTicket',
  method: 'post',
  path: '/tickets',
  tag,
  summary: 'Create a ticket',
  description:
    'For a key that an issue tracker or a colleague has already created, the response is 409 `ticket_key_taken`.',
  permission: 'tickets:write',
  body: createTicketInput,
  output: ticketResponse,
  status: 201,
  problems: ['project_not_found', 'ticket_key_taken'],
  handler: async (ctx, { body }) => {
    const ticket = await createTicket(ctx, body);
    const serverTime = ticket.createdAt.toISOString();
    const created = { ticket: ticketJson({ ...ticket, lastUsedAt: null, pinnedAt: null }), server_time: serverTime };
    return { status: 201, location: `/api/v1/tickets/${ticket.id}`, body: created };
  },
});

const list = operation({
  operationId: 'listTickets',
  method: 'get',
  path: '/tickets',
  tag,
  summary: 'Find tickets',
  description:
    'An exact key first, then tickets you pinned, the ones you used last, then the newest; or as `sort` says.',
  permission: 'tickets:read',
  query: listTicketsQuery,
  narrower: 'Choose another sort, or a later worked_since if you use it.',
  output: ticketListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { tickets, total, nextCursor, times, now } = await listTickets(ctx, query);
    return {
      status: 200,
      body: {
        tickets: tickets.map((ticket) => ticketJson(ticket, times)),
        total,
        next_cursor: nextCursor,
        server_time: now.toISOString(),
      },
    };
  },
});

const one = operation({
  operationId: 'getTicket',
  method: 'get',
  path: '/tickets/{ticket}',
  tag,
  summary: 'Get a ticket',
  description: 'By id or key. `time` needs `timers:read`.',
  permission: 'tickets:read',
  params,
  narrower: 'Use /reports/summary with ticket and a shorter range.',
  output: ticketResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => {
    const { ticket, times, now } = await getTicket(ctx, params.ticket);
    return { status: 200, body: { ticket: ticketJson(ticket, times), server_time: now.toISOString() } };
  },
});

const edit = operation({
  operationId: 'editTicket',
  method: 'patch',
  path: '/tickets/{ticket}',
  tag,
  summary: 'Change a ticket',
  description:
    'Fields that are left out stay; null clears them. Recorded time keeps the project that it was recorded for.',
  permission: 'tickets:write',
  params,
  body: editTicketInput,
  output: changeTicketResponse,
  problems: [...UNKNOWN, 'project_not_found', 'ticket_key_taken'],
  handler: async (ctx, { params, body }) => changeTimerBody(await editTicket(ctx, params.ticket, body)),
});

const archive = operation({
  operationId: 'archiveTicket',
  method: 'post',
  path: '/tickets/{ticket}/archive',
  tag,
  summary: 'Archive a ticket',
  description:
    'It is no longer offered for new time. Recorded time stays, running timers continue, and it can still be named when a timer is started.',
  permission: 'tickets:write',
  params,
  body: emptyInput,
  output: changeTicketResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => changeTimerBody(await archiveTicket(ctx, params.ticket)),
});

const restore = operation({
  operationId: 'restoreTicket',
  method: 'post',
  path: '/tickets/{ticket}/restore',
  tag,
  summary: 'Restore an archived ticket',
  description: 'It is suggested for new time again.',
  permission: 'tickets:write',
  params,
  body: emptyInput,
  output: changeTicketResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => changeTimerBody(await restoreTicket(ctx, params.ticket)),
});

const pin = operation({
  operationId: 'pinTicket',
  method: 'post',
  path: '/tickets/{ticket}/pin',
  tag,
  summary: 'Pin a ticket',
  description:
    'Lists it first in what is offered to you; nothing changes for others. The event is in the feed, and reaches endpoints that subscribe to it.',
  permission: 'tickets:write',
  params,
  body: emptyInput,
  output: changeTicketResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => changeTimerBody(await pinTicket(ctx, params.ticket)),
});

const unpin = operation({
  operationId: 'unpinTicket',
  method: 'post',
  path: '/tickets/{ticket}/unpin',
  tag,
  summary: 'Unpin a ticket',
  description: 'For you only. A ticket that is not pinned stays as it is.',
  permission: 'tickets:write',
  params,
  body: emptyInput,
  output: changeTicketResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => changeTimerBody(await unpinTicket(ctx, params.ticket)),
});

const spans = operation({
  operationId: 'listTicketSpans',
  method: 'get',
  path: '/tickets/{ticket}/spans',
  tag,
  summary: 'List the spans of a ticket',
  description: 'Newest first. Everyone’s with `timers:read_all`, otherwise your own.',
  permission: 'timers:read',
  params,
  query: listTicketSpansQuery,
  narrower: 'Ask for fewer with limit, or use /reports/detailed with ticket and a shorter range.',
  output: ticketSpanListResponse,
  problems: ['cursor_invalid', ...UNKNOWN],
  handler: async (ctx, { params, query }) => {
    const page = await listTicketSpans(ctx, params.ticket, query);
    const body = { spans: page.spans.map(ticketSpanJson), next_cursor: page.nextCursor };
    return { status: 200, body: { ...body, server_time: page.now.toISOString() } };
  },
});

function changeTimerBody({ ticket, changed, now }: TicketChange): OperationResponse<ChangeTicketJson> {
  return { status: 200, body: { ticket: ticketJson(ticket), changed, server_time: now.toISOString() } };
}

export const ticketOperations = [create, list, one, spans, edit, archive, restore, pin, unpin];
