import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { EventType, FeedEvent } from '#/lib/events/event.ts';
import { type EventRow, eventOf } from '#/lib/events/event-row.ts';

export type EventFilter = {
  workspaceId: string;
  types?: readonly EventType[] | undefined;
  subjectId?: string | undefined;
  userId?: string | undefined;
  actorId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};
export type EventPage = { limit: number; before: { createdAt: Date; id: string } | null };

const NEWEST_FIRST = Prisma.sql`order by created_at desc, id desc`;

/**
 * A page of the workspace's events, newest first. What is one of several values (a type, a person or his key) is asked
 * for each by itself, so that every page comes off the end of an index, however long the feed is.
 */
export async function listEventRows(
  sql: Pick<Tx, '$queryRaw'>,
  filter: EventFilter,
  { limit, before }: EventPage,
): Promise<FeedEvent[]> {
  const beyond = before
    ? Prisma.sql`(created_at, id) < (${before.createdAt}::timestamptz, ${BigInt(before.id)}::bigint)`
    : Prisma.sql`true`;
  const sides = waysToMatch(filter).map(
    (way) => Prisma.sql`(select id, created_at from events
      where ${Prisma.join([...conditionsOf(filter), way, beyond], ' and ')} ${NEWEST_FIRST} limit ${limit})`,
  );
  const rows = await sql.$queryRaw<EventRow[]>`
    with found as materialized (
      select distinct id, created_at from (${Prisma.join(sides, ' union all ')}) as sides ${NEWEST_FIRST} limit ${limit}
    )
    select e.id, e.workspace_id::text, e.user_id::text, e.type, e.subject_id::text, e.actor, e.data, e.request_id,
           e.created_at
    from found join events e using (id) order by e.created_at desc, e.id desc`;
  return rows.map(eventOf);
}

/** Everything a filter asks for, as one condition on columns of `events`. */
export function matchingSql(filter: EventFilter): Prisma.Sql {
  const ways = Prisma.join(waysToMatch(filter), ' or ');
  return Prisma.join([...conditionsOf(filter), Prisma.sql`(${ways})`], ' and ');
}

function conditionsOf({ workspaceId, subjectId, userId, from, to }: EventFilter): Prisma.Sql[] {
  return [
    Prisma.sql`workspace_id = ${workspaceId}::uuid`,
    ...(subjectId ? [Prisma.sql`subject_id = ${subjectId}::uuid`] : []),
    ...(userId ? [Prisma.sql`user_id = ${userId}::uuid`] : []),
    ...(from ? [Prisma.sql`created_at >= ${from}::timestamptz`] : []),
    ...(to ? [Prisma.sql`created_at < ${to}::timestamptz`] : []),
  ];
}

function waysToMatch({ types, actorId }: EventFilter): Prisma.Sql[] {
  const ofTypes = types ? types.map((type) => Prisma.sql`type = ${type}`) : [Prisma.sql`true`];
  const byActors = actorId
    ? [Prisma.sql`actor->>'id' = ${actorId}`, Prisma.sql`actor->>'user_id' = ${actorId}`]
    : [Prisma.sql`true`];
  return ofTypes.flatMap((ofType) => byActors.map((byActor) => Prisma.sql`(${ofType} and ${byActor})`));
}
