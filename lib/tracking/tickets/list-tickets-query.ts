import { z } from 'zod';
import { cursorText, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { namedProjects } from '#/lib/tracking/projects/named-projects-query.ts';
import { KEY_ORDER } from '#/lib/tracking/tickets/key-order-query.ts';
import type { TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import type { ListTicketsQuery, TicketSort } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { LATELY_MS, trackedOf, workedSince } from '#/lib/tracking/tickets/ticket-work-query.ts';
import type { WorkedScope } from '#/lib/tracking/worked-time/worked-time.ts';

const CURSOR = z.tuple([cursorText, z.uuid()]);

type Row = Omit<TicketWithUse, 'project'> & {
  projectId: string | null;
  projectName: string | null;
  rank: string;
  total: number;
};
export type TicketPage = { tickets: TicketWithUse[]; total: number; nextCursor: string | null };

/**
 * The tickets that a person is likely to mean: those they pinned, those they used last, then the newest; or in a
 * requested order. An exact key match comes first. The rank is text that sorts by all of it, so that the cursor is one
 * value.
 * In the order of last work, a page is searched among tickets with recent work first, then further back: earlier work
 * can't change a page that is already full.
 */
export async function listTicketsPage(
  tx: Pick<Tx, '$queryRaw'>,
  scope: WorkedScope,
  query: ListTicketsQuery,
  now: Date,
): Promise<TicketPage> {
  const at = lastWorkOfPage(query, now);
  for (const days of at ? LOOK_BACK_DAYS : []) {
    const from = new Date((at as Date).getTime() - days * DAY_MS);
    const page = await readPage(tx, scope, query, { now, from });
    if (page.nextCursor) return page;
    // All of them fit on one page, and searching further back would find the same ones.
    if (page.tickets.length > 0 && page.total <= query.limit) break;
  }
  return readPage(tx, scope, query, { now, from: null });
}

/** How far back to search for a page by last work, in steps, before searching all time. */
const LOOK_BACK_DAYS = [1, 7, 60];

/**
 * The latest work that a page of tickets by last work may contain; null for any other page, and when that is long ago.
 * An exact key match comes first whenever it was worked on, and with `worked_since` nothing earlier is read anyway.
 */
function lastWorkOfPage({ sort, search, worked_since: since, cursor }: ListTicketsQuery, now: Date): Date | null {
  if (sort !== 'worked' || search || since) return null;
  const [rank] = decodeCursor(cursor, CURSOR) ?? [];
  const at = rank === undefined ? now : instantOfRank(rank);
  if (!at || now.getTime() - at.getTime() > LATELY_MS / 2) return null;
  return at < now ? at : now;
}

/** `from`: for tickets by last work, only those with some work after it. They may be fewer than `total`. */
async function readPage(
  tx: Pick<Tx, '$queryRaw'>,
  scope: WorkedScope,
  query: ListTicketsQuery,
  { now, from }: { now: Date; from: Date | null },
): Promise<TicketPage> {
  const search = query.search ?? '';
  const sort = query.sort ?? 'used';
  const [rank, id] = decodeCursor(query.cursor, CURSOR) ?? [null, null];
  const isDescending = sort !== 'key';
  const [after, order] = isDescending ? [Prisma.sql`<`, Prisma.sql`desc`] : [Prisma.sql`>`, Prisma.sql`asc`];
  const { worked_since: since } = query;
  const worked = sort === 'worked' || since ? workedSince(scope, since ?? from, now) : NO_WORK;
  const inOrderOf = Prisma.sql`order by rank collate "C" ${order}, id ${order}`;
  // The last use decides the order of all tickets, or is only returned for those on the page.
  const usedOf = (which: Prisma.Sql) => usedBy(scope, which);
  const [ofAll, ofPage] =
    sort === 'used'
      ? [Prisma.sql`${usedOf(EVERYTHING)},`, Prisma.empty]
      : [Prisma.empty, Prisma.sql`, ${usedOf(ON_PAGE)}`];
  const rows = await tx.$queryRaw<Row[]>`
    with ${ofAll} ${worked}, ${sort === 'tracked' ? Prisma.sql`${trackedOf(scope, now)},` : Prisma.empty} found as (
      select t.*, worked.at as worked_at
      from tickets t left join worked on worked.ticket_id = t.id
      where t.workspace_id = ${scope.workspaceId}::uuid and ${conditionOf(scope.workspaceId, query)}
        and (${search} = '' or strpos(lower(t.key), lower(${search})) > 0 or strpos(lower(t.title), lower(${search})) > 0
             or ${hasWords(search)})
    ), ranked as (
      select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
             t.archived_at as "archivedAt", p.id as "projectId", p.name as "projectName", pin.created_at as "pinnedAt",
             concat(case when (upper(t.key) = upper(${search})) = ${isDescending} then 1 else 0 end, ' ', ${RANKS[sort]}) as rank
      from found t
      ${RANKED_BY[sort] ?? Prisma.empty}
      left join ticket_pins pin on pin.ticket_id = t.id and pin.user_id = ${scope.userId}::uuid
      left join projects p on p.id = t.project_id
      ${from ? Prisma.sql`where t.worked_at > ${from}` : Prisma.empty}
    ), page as (
      select *, (select count(*) from found)::int as total from ranked
      where ${rank}::text is null or (rank collate "C", id) ${after} (${rank}::text collate "C", ${id}::uuid)
      ${inOrderOf} limit ${query.limit + 1}
    ) ${ofPage}
    select page.*, used.at as "lastUsedAt" from page left join used on used.ticket_id = page.id ${inOrderOf}`;
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last;
  return {
    tickets: page.map(toTicket),
    total: rows[0]?.total ?? 0,
    nextCursor: more ? encodeCursor([last.rank, last.id]) : null,
  };
}

const EVERYTHING = Prisma.sql`true`;
const ON_PAGE = Prisma.sql`ticket_id = any(array(select id from page))`;

/** SQL for `with`: when a person last started a timer on each ticket; an index-only scan. */
function usedBy({ workspaceId, userId }: WorkedScope, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`used as (
      select ticket_id, max(started_at) as at from timers
      where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid and ticket_id is not null
        and status <> 'discarded' and ${which}
      group by ticket_id
    )`;
}

/** Whether each of several words begins a word of the key or the title, in any order. */
function hasWords(search: string): Prisma.Sql {
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length < 2) return Prisma.sql`false`;
  // A character that is neither a letter nor a digit is escaped by a backslash.
  const starts = words.map((word) => `(?<![[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`);
  return Prisma.sql`concat(t.key, ' ', t.title) ~* all(${starts}::text[])`;
}

const instantRank = (instant: Prisma.Sql) => Prisma.sql`to_char(${instant} at time zone 'UTC', 'YYYYMMDDHH24MISSMS')`;
const NEWEST = instantRank(Prisma.sql`t.created_at`);

/** Text that sorts in the requested order; keys by their number, `API-9` before `API-10`. */
const RANKS: Record<TicketSort, Prisma.Sql> = {
  used: Prisma.sql`case when pin.ticket_id is null then 0 else 1 end, ' ', ${instantRank(Prisma.sql`coalesce(used.at, 'epoch')`)}, ' ', ${NEWEST}`,
  worked: Prisma.sql`${instantRank(Prisma.sql`coalesce(t.worked_at, 'epoch')`)}, ' ', ${NEWEST}`,
  tracked: Prisma.sql`lpad(coalesce(tracked.ms, 0)::bigint::text, 20, '0'), ' ', ${NEWEST}`,
  key: KEY_ORDER,
};

const RANKED_BY: Partial<Record<TicketSort, Prisma.Sql>> = {
  used: Prisma.sql`left join used on used.ticket_id = t.id`,
  tracked: Prisma.sql`left join tracked on tracked.ticket_id = t.id`,
};

/** The instant in a rank by last work; null in any other, and without work. */
function instantOfRank(rank: string): Date | null {
  const found = /^. (\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3}) /.exec(rank);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, ms] = found.map(Number) as [number, ...number[]];
  const at = Date.UTC(year as number, (month as number) - 1, day, hour, minute, second, ms);
  return at > 0 ? new Date(at) : null;
}

const NO_WORK = Prisma.sql`worked as (select null::uuid as ticket_id, null::timestamptz as at where false)`;

function conditionOf(
  workspaceId: string,
  { state = 'open', project_id: project, worked_since: since }: ListTicketsQuery,
) {
  const parts = [Prisma.sql`true`];
  if (state !== 'all') parts.push(Prisma.sql`(t.archived_at is null) = ${state === 'open'}`);
  if (project) parts.push(Prisma.sql`t.project_id = any(${namedProjects(workspaceId, [project])})`);
  if (since) parts.push(Prisma.sql`worked.at > ${since}`);
  return Prisma.join(parts, ' and ');
}

function toTicket({ projectId, projectName, rank: _rank, total: _total, ...ticket }: Row): TicketWithUse {
  return { ...ticket, project: projectId && projectName ? { id: projectId, name: projectName } : null };
}
