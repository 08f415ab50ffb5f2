import type { FeedEvent } from '#/lib/feed/events/event.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

/** An event as the API returns it. */
export function eventJson(event: FeedEvent): EventJson {
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
