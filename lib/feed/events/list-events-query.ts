import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { EVENT_COLUMNS, type EventRow, eventOf, fitting } from '#/lib/feed/events/event-row.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { storedType } from '#/lib/feed/events/stored-event.ts';

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
 * A page of the workspace's events, newest first. A filter with several values (a type, a person or their key) is run
 * for each value separately, so that every page is read from the end of an index, however long the feed is. It ends
 * before it would get too big; `isAll` is false when there are more.
 */
export async function listEventRows(
  sql: Pick<Tx, '$queryRaw'>,
  filter: EventFilter,
  { limit, before }: EventPage,
): Promise<{ events: FeedEvent[]; isAll: boolean }> {
  const beyond = before
    ? Prisma.sql`(created_at, id) < (${before.createdAt}::timestamptz, ${BigInt(before.id)}::bigint)`
    : Prisma.sql`true`;
  const sides = waysToMatch(filter).map(
    (way) => Prisma.sql`(select id, created_at from events
      where ${Prisma.join([...conditionsOf(filter), way, beyond], ' and ')} ${NEWEST_FIRST} limit ${limit + 1})`,
  );
  const page = Prisma.sql`
    select ${EVENT_COLUMNS} from (select * from found ${NEWEST_FIRST} limit ${limit}) as page join events e using (id)`;
  const rows = await sql.$queryRaw<(EventRow & { found: number })[]>`
    with found as materialized (
      select distinct id, created_at from (${Prisma.join(sides, ' union all ')}) as sides
      ${NEWEST_FIRST} limit ${limit + 1}
    )
    select *, (select count(*)::int from found) as found
    from (${fitting(page, NEWEST_FIRST)}) as fits ${NEWEST_FIRST}`;
  return { events: rows.map(eventOf), isAll: rows.length === (rows[0]?.found ?? 0) };
}

/** The filter as one condition on columns of `events`. */
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
  const ofTypes = types ? types.map((type) => Prisma.sql`type = ${storedType(type)}`) : [Prisma.sql`true`];
  const byActors = actorId
    ? [Prisma.sql`actor->>'id' = ${actorId}`, Prisma.sql`actor->>'user_id' = ${actorId}`]
    : [Prisma.sql`true`];
  return ofTypes.flatMap((ofType) => byActors.map((byActor) => Prisma.sql`(${ofType} and ${byActor})`));
}
