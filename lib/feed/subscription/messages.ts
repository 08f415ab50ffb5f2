import type { FeedEvent } from '#/lib/feed/events/event.ts';

const created = new WeakMap<FeedEvent, Record<string, unknown>>();

/**
 * An event as streams and sockets send it: the timer or alarm in its current state, without the earlier one (`GET
 * /events` has that). Built once for all receivers.
 */
export function messageOf(event: FeedEvent): Record<string, unknown> {
  const known = created.get(event);
  if (known) return known;
  const { before: _before, after: _after, ...now } = event.data;
  const message = {
    id: String(event.id),
    type: event.type,
    ...now,
    actor: event.actor,
    request_id: event.requestId,
    server_time: event.createdAt.toISOString(),
  };
  created.set(event, message);
  return message;
}
