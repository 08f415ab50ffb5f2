import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { type Position, packPosition } from '#/lib/feed/cursor/position.ts';
import { formatSnapshot, parseSnapshot, type Snapshot } from '#/lib/feed/cursor/snapshot.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { EVENT_COLUMNS, type EventRow, eventOf, fitting } from '#/lib/feed/events/event-row.ts';
import { findCutThrough } from '#/lib/feed/retention/cut-through-query.ts';

/** Which part of the feed is read. `only` narrows it by columns of `events`. */
export type FeedScope = { workspaceId?: string; only?: Prisma.Sql };
/** An event, and the cursor of a reader that has received it and all before it. */
export type Placed = { event: FeedEvent; cursor: string };
/** The events read, and the reader's new position. `isAll` is false when the limit or the size cut them off. */
export type FeedBatch = { events: Placed[]; position: Position; isAll: boolean };

type Sql = Pick<Tx, '$queryRaw'>;

const BY_ID = Prisma.sql`order by id`;
type EventsRange = { after: Position; limit: number; scope?: FeedScope; until?: Snapshot };

/**
 * The events after a position, by id, in one statement: those that its snapshot did not see and the current one does
 * (or `until`, one taken since). It ends before the events would get too big together. A read begun with one snapshot
 * is finished with it. Ids follow the order of changes that depend on each other; transaction ids do not.
 */
export async function readFeed(sql: Sql, { after, limit, scope, until }: EventsRange): Promise<FeedBatch> {
  const given = after.part?.of ?? until;
  const range = { ...after.seen, end: given?.xmax };
  const known = given ? Prisma.sql`${formatSnapshot(given)}::pg_snapshot` : Prisma.sql`pg_current_snapshot()`;
  const all = Prisma.sql`select ${EVENT_COLUMNS} from chosen join events e using (id)`;
  const rows = await sql.$queryRaw<(Partial<EventRow> & { now: string; chosen: number })[]>`
    with fresh as materialized (${unseenCondition(range, scope)}), chosen as (
      select id from fresh
      where id > ${after.part?.id ?? 0n} and pg_visible_in_snapshot(xid, ${known})
      order by id limit ${limit}
    )
    select known.now, (select count(*)::int from chosen) as chosen, read.*
    from (select (${known})::text as now) known left join (${fitting(all, BY_ID)}) as read on true
    order by read.id`;
  const seen = parseSnapshot(rows[0]?.now ?? '');
  const found = rows.flatMap((row) => (row.id === null ? [] : eventOf(row as EventRow)));
  return placed(found, { after, seen, isAll: found.length < limit && found.length === rows[0]?.chosen });
}

/** Whether there are more than `most` events in this workspace after a position. */
export async function isFarBehind(
  sql: Sql,
  { after, most, workspaceId }: { after: Position; most: number; workspaceId: string },
): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${unseenCondition(after.seen, { workspaceId })} limit ${most + 1}) as fresh`;
  return (row?.count ?? 0) > most;
}

/**
 * Whether a reader of this workspace at this position has yet to read events of which only the audit data is kept.
 * Checked again after a read, it shows that the events read were complete.
 */
export async function isMissingDeletedEvents(
  sql: Sql,
  { after: { seen, part }, workspaceId }: { after: Position; workspaceId: string },
): Promise<boolean> {
  const through = await findCutThrough(sql);
  if (seen.xmin > through) return false;
  const undelivered = part
    ? Prisma.sql`(id > ${part.id} or not pg_visible_in_snapshot(xid, ${formatSnapshot(part.of)}::pg_snapshot))`
    : Prisma.sql`true`;
  const only = Prisma.sql`xid <= ${String(through)}::xid8 and ${undelivered}`;
  const [row] = await sql.$queryRaw<{ lacks: boolean }[]>`
    select exists (${unseenCondition({ ...seen, end: through + 1n }, { workspaceId, only })}) as lacks`;
  return row?.lacks ?? false;
}

/** Before the first event that is kept whole. */
export async function findStart(sql: Sql): Promise<Position> {
  const next = (await findCutThrough(sql)) + 1n;
  return { seen: { xmin: next, xmax: next, open: [] }, part: null };
}

/** The current snapshot. */
export async function takeSnapshot(sql: Sql): Promise<Snapshot> {
  const [row] = await sql.$queryRaw<{ now: string }[]>`select pg_current_snapshot()::text as now`;
  return parseSnapshot(row?.now ?? '');
}

/** The transaction of the `count`th event after a snapshot, by transactions; null when there are fewer. */
export async function findXidAfter(
  sql: Sql,
  { seen, count, workspaceId }: { seen: Snapshot; count: number; workspaceId: string },
): Promise<bigint | null> {
  const [row] = await sql.$queryRaw<{ xid: string }[]>`
    select xid::text from events
    where workspace_id = ${workspaceId}::uuid and xid >= ${String(seen.xmax)}::xid8 and ${IS_OF_THIS_DATABASE}
    order by xid offset ${count - 1} limit 1`;
  return row ? BigInt(row.xid) : null;
}

/**
 * Whether a snapshot sees more than `most` events of this workspace that an earlier one did not, leaving out its last
 * transaction.
 */
export async function isFarFromCursor(
  sql: Sql,
  { seen, of, most, workspaceId }: { seen: Snapshot; of: Snapshot; most: number; workspaceId: string },
): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select from events
      where workspace_id = ${workspaceId}::uuid and xid >= ${String(seen.xmax)}::xid8
        and xid < ${String(of.xmax - 1n)}::xid8 and pg_visible_in_snapshot(xid, ${formatSnapshot(of)}::pg_snapshot)
      limit ${most + 1}
    ) as between_them`;
  return (row?.count ?? 0) > most;
}

/** Rows restored from another database's dump may have transaction ids that this one has not reached yet. */
const IS_OF_THIS_DATABASE = Prisma.sql`xid < pg_snapshot_xmax(pg_current_snapshot())`;

/** Two reads of an index by transaction: those that were open then, and those that began later, before `end`. */
function unseenCondition(
  { xmax, open, end }: Snapshot & { end?: bigint | undefined },
  scoped: FeedScope = {},
): Prisma.Sql {
  const { workspaceId, only } = scoped;
  const before = end === undefined ? Prisma.sql`true` : Prisma.sql`xid < ${String(end)}::xid8`;
  const scope = Prisma.sql`${workspaceId ? Prisma.sql`workspace_id = ${workspaceId}::uuid` : Prisma.sql`true`} ${
    only ? Prisma.sql`and ${only}` : Prisma.empty
  }`;
  return Prisma.sql`
    select id, xid from events where ${scope} and xid = any (${open.map(String)}::text[]::xid8[])
    union all
    select id, xid from events where ${scope} and xid >= ${String(xmax)}::xid8 and ${before}
      and ${IS_OF_THIS_DATABASE}`;
}

function placed(found: FeedEvent[], read: { after: Position; seen: Snapshot; isAll: boolean }): FeedBatch {
  const { after, seen, isAll } = read;
  const at = (id: bigint): Position => ({ seen: after.seen, part: { of: seen, id } });
  const whole: Position = { seen, part: null };
  const last = found.at(-1);
  const position = isAll || !last ? whole : at(last.id);
  const events = found.map((event) => ({ event, cursor: packPosition(event === last ? position : at(event.id)) }));
  return { events, position, isAll };
}
