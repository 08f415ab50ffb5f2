import { operation } from '#/lib/api/operations/operation.ts';
import { eventJson } from '#/lib/feed/events/event-json.ts';
import { eventListResponse, listEventsQuery } from '#/lib/feed/events/event-schemas.ts';
import { listEvents } from '#/lib/feed/events/list-events.ts';

const list = operation({
  operationId: 'listEvents',
  method: 'get',
  path: '/events',
  tag: 'Events',
  summary: 'List events',
  description:
    'Every change, newest first, with the state before and after. With `events:read_all`, all of the workspace; otherwise only what affected your own data. A page ends early if its events would be larger than 1 MB together. With `after` it reads forward: an event that was committed late is still included, so a copy made this way is complete. A cursor from before the oldest event that is kept in full has expired (410).',
  permission: 'events:read',
  query: listEventsQuery,
  output: eventListResponse,
  narrower: 'Choose a shorter range with from and to, or fewer with limit.',
  problems: ['cursor_invalid', 'cursor_expired'],
  handler: async (ctx, { query }) => {
    const { events, nextCursor, nextAfter, more } = await listEvents(ctx, query);
    const server_time = (await ctx.clock.now(ctx.db)).toISOString();
    const body = { events: events.map(eventJson), next_cursor: nextCursor, next_after: nextAfter, more, server_time };
    return { status: 200, body };
  },
});

export const eventOperations = [list];
