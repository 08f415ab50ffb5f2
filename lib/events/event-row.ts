import type { FeedEvent } from '#/lib/events/event.ts';

/** A row of `events` as SQL answers it. */
export type EventRow = {
  id: bigint;
  workspace_id: string;
  user_id: string | null;
  type: FeedEvent['type'];
  subject_id: string;
  actor: FeedEvent['actor'];
  data: FeedEvent['data'];
  request_id: string | null;
  created_at: Date;
};

export function eventOf(row: EventRow): FeedEvent {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    type: row.type,
    subjectId: row.subject_id,
    actor: row.actor,
    data: row.data,
    requestId: row.request_id,
    createdAt: row.created_at,
  };
}
