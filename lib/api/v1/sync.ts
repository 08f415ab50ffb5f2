import { operation } from '#/lib/api/operations/operation.ts';
import { changedProjectJson } from '#/lib/tracking/projects/project-json.ts';
import { projectSyncResponse } from '#/lib/tracking/projects/project-schemas.ts';
import { syncProjects } from '#/lib/tracking/projects/sync-projects.ts';
import { syncQuery, syncTimersQuery } from '#/lib/tracking/sync/sync-schemas.ts';
import { syncTickets } from '#/lib/tracking/tickets/sync-tickets.ts';
import { changedTicketJson } from '#/lib/tracking/tickets/ticket-json.ts';
import { ticketSyncResponse } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { syncTimers } from '#/lib/tracking/timers/sync-timers.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { timerSyncResponse } from '#/lib/tracking/timers/timer-schemas.ts';

const tag = 'Sync';
const narrower = 'Ask for fewer with limit.';

const timers = operation({
  operationId: 'syncTimers',
  method: 'get',
  path: '/sync/timers',
  tag,
  summary: 'List timers changed since an instant',
  description:
    'Ordered by change, including discarded ones. A timer that was moved to someone else is listed as discarded.',
  permission: 'timers:read',
  query: syncTimersQuery,
  output: timerSyncResponse,
  narrower,
  problems: ['cursor_invalid', 'member_not_found'],
  handler: async (ctx, { query }) => {
    const { timers: changed, nextCursor, syncFrom, now } = await syncTimers(ctx, query);
    const page = pageJson({ nextCursor, syncFrom }, now);
    return { status: 200, body: { timers: changed.map((timer) => timerJson(timer, now)), ...page } };
  },
});

const tickets = operation({
  operationId: 'syncTickets',
  method: 'get',
  path: '/sync/tickets',
  tag,
  summary: 'List tickets changed since an instant',
  description: 'Ordered by change, including archived ones.',
  permission: 'tickets:read',
  query: syncQuery,
  output: ticketSyncResponse,
  narrower,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { rows, ...page } = await syncTickets(ctx, query);
    return {
      status: 200,
      body: { tickets: rows.map(changedTicketJson), ...pageJson(page, await ctx.clock.now(ctx.db)) },
    };
  },
});

const projects = operation({
  operationId: 'syncProjects',
  method: 'get',
  path: '/sync/projects',
  tag,
  summary: 'List projects changed since an instant',
  description: 'Ordered by change, including archived ones.',
  permission: 'projects:read',
  query: syncQuery,
  output: projectSyncResponse,
  narrower,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { rows, ...page } = await syncProjects(ctx, query);
    return {
      status: 200,
      body: { projects: rows.map(changedProjectJson), ...pageJson(page, await ctx.clock.now(ctx.db)) },
    };
  },
});

function pageJson({ nextCursor, syncFrom }: { nextCursor: string | null; syncFrom: Date }, now: Date) {
  return { sync_from: syncFrom.toISOString(), next_cursor: nextCursor, server_time: now.toISOString() };
}

export const syncOperations = [timers, tickets, projects];
