import { endpoint } from '#/lib/api/endpoint.ts';
import { createTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import { listTickets } from '#/lib/tracking/tickets/list-tickets.ts';
import { ticketJson } from '#/lib/tracking/tickets/ticket-json.ts';
import {
  createTicketInput,
  listTicketsQuery,
  ticketAnswer,
  ticketListAnswer,
} from '#/lib/tracking/tickets/ticket-schemas.ts';

const tag = 'Tickets';

const create = endpoint({
  operationId: 'createTicket',
  method: 'post',
  path: '/tickets',
  tag,
  summary: 'Create a ticket',
  permission: 'tickets:write',
  body: createTicketInput,
  output: ticketAnswer,
  status: 201,
  problems: { 409: ['ticket_key_taken'] },
  handler: async (ctx, { body }) => {
    const ticket = await createTicket(ctx, body);
    const serverTime = ticket.createdAt.toISOString();
    return { status: 201, body: { ticket: ticketJson({ ...ticket, lastUsedAt: null }), server_time: serverTime } };
  },
});

const list = endpoint({
  operationId: 'listTickets',
  method: 'get',
  path: '/tickets',
  tag,
  summary: 'Find tickets',
  description: 'An exact key first, then the ones you used last, then the newest.',
  permission: 'tickets:read',
  query: listTicketsQuery,
  output: ticketListAnswer,
  problems: { 400: ['cursor_invalid'] },
  handler: async (ctx, { query }) => {
    const { tickets, nextCursor } = await listTickets(ctx, query);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: { tickets: tickets.map(ticketJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

export const ticketEndpoints = [create, list];
