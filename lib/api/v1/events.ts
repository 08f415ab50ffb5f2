import { endpoint } from '#/lib/api/endpoint.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import { type EventJson, eventListAnswer, listEventsQuery } from '#/lib/events/event-schemas.ts';
import { listEvents } from '#/lib/events/list-events.ts';

const list = endpoint({
  operationId: 'listEvents',
  method: 'get',
  path: '/events',
  tag: 'Events',
  summary: 'Who changed what, and when',
  description:
    'Every change by anyone to anything, newest first, with what it was before and what it became. With `events:read_all` all of the workspace; otherwise what touched your own data, and nothing else is seen to exist. With `after` it reads forward: an event that was committed late still comes, so a copy kept by it is complete.',
  permission: 'events:read',
  query: listEventsQuery,
  output: eventListAnswer,
  problems: { 400: ['cursor_invalid'] },
  handler: async (ctx, { query }) => {
    const { events, nextCursor, nextAfter, more } = await listEvents(ctx, query);
    const server_time = (await ctx.clock.now(ctx.db)).toISOString();
    const body = { events: events.map(eventJson), next_cursor: nextCursor, next_after: nextAfter, more, server_time };
    return { status: 200, body };
  },
});

function eventJson(event: FeedEvent): EventJson {
  return {
    id: String(event.id),
    type: event.type,
    subject_id: event.subjectId,
    user_id: event.userId,
    actor: event.actor,
    request_id: event.requestId,
    created_at: event.createdAt.toISOString(),
    data: event.data,
  };
}

export const eventEndpoints = [list];
