import { Prisma } from '#/lib/db/generated/client.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { currentData, currentType } from '#/lib/feed/events/stored-event.ts';

/** The largest size of the data of one read's events, as JSON text, unless it has a single event. */
const MAX_BYTES = 1024 * 1024;

/** A row of `events` as SQL returns it. */
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
    type: currentType(row.type),
    subjectId: row.subject_id,
    actor: row.actor,
    data: currentData(row.type, row.data),
    requestId: row.request_id,
    createdAt: row.created_at,
  };
}

/** The columns of an `EventRow` from `events e`. */
export const EVENT_COLUMNS = Prisma.sql`e.id, e.workspace_id::text, e.user_id::text, e.type, e.subject_id::text,
  e.actor, e.data, e.request_id, e.created_at`;

/** The first events of a query that fit into one read, in its order; at least one. */
export function fitting(events: Prisma.Sql, order: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select * from (
      select *, row_number() over (${order}) as place, sum(octet_length(data::text)) over (${order}) as bytes
      from (${events}) as chosen_events
    ) as weighed
    where place = 1 or bytes <= ${MAX_BYTES}`;
}
