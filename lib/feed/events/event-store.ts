import type { Tx } from '#/lib/db/client.ts';
import type { FeedEvent, NewEvent } from '#/lib/feed/events/event.ts';
import { storedData, storedType } from '#/lib/feed/events/stored-event.ts';

/**
 * Appends an event, and returns whether any endpoint of the workspace subscribes to it: if so, the trigger
 * `events_publish` has written its deliveries.
 */
export async function insertEvent(
  tx: Pick<Tx, '$queryRaw'>,
  event: NewEvent & Pick<FeedEvent, 'workspaceId' | 'actor' | 'requestId' | 'createdAt'>,
): Promise<boolean> {
  const { workspaceId, userId, type, subjectId, actor, data, requestId, createdAt } = event;
  const rows = await tx.$queryRaw<{ is_wanted: boolean }[]>`/* prepared */
    insert into events (workspace_id, user_id, type, subject_id, actor, data, request_id, created_at)
    values (${workspaceId}::uuid, ${userId}::uuid, ${storedType(type)}, ${subjectId}::uuid, ${JSON.stringify(actor)}::jsonb,
            ${JSON.stringify(storedData(type, data))}::jsonb, ${requestId}, ${createdAt})
    returning exists (
      select from endpoints
      where endpoints.workspace_id = events.workspace_id and disabled_at is null and endpoint_wants(event_types, type)
    ) as is_wanted`;
  return rows[0]?.is_wanted ?? false;
}
