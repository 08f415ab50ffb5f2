import { z } from 'zod';
import type { Ctx } from '#/lib/accounts/context.ts';
import { endpoint } from '#/lib/api/endpoint.ts';
import { createTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import { listTickets } from '#/lib/tracking/tickets/list-tickets.ts';
import { syncTickets } from '#/lib/tracking/tickets/sync-tickets.ts';
import { changedTicketJson, ticketJson } from '#/lib/tracking/tickets/ticket-json.ts';
import {
  createTicketInput,
  type ListTicketsQuery,
  listTicketsQuery,
  type TicketSyncJson,
  ticketAnswer,
  ticketListAnswer,
  ticketSyncAnswer,
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
  description:
    'An exact key first, then the ones you used last, then the newest. With `updated_since`: what has changed since, archived ones included, as a `TicketSync`.',
  permission: 'tickets:read',
  query: listTicketsQuery,
  // The one with more fields first, since the other would pass for it.
  output: z.union([ticketSyncAnswer, ticketListAnswer]),
  problems: { 400: ['cursor_invalid'] },
  handler: async (ctx, { query }) => {
    if (query.updated_since) return { status: 200, body: await syncAnswer(ctx, query.updated_since, query) };
    const { tickets, nextCursor } = await listTickets(ctx, query);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: { tickets: tickets.map(ticketJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

async function syncAnswer(ctx: Ctx, since: Date, query: ListTicketsQuery): Promise<TicketSyncJson> {
  const { rows, nextCursor, syncFrom } = await syncTickets(ctx, since, query);
  return {
    tickets: rows.map(changedTicketJson),
    sync_from: syncFrom.toISOString(),
    next_cursor: nextCursor,
    server_time: (await ctx.clock.now(ctx.db)).toISOString(),
  };
}

export const ticketEndpoints = [create, list];
