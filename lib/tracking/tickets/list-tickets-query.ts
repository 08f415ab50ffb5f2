import { z } from 'zod';
import { cursorText, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { namedProjects } from '#/lib/tracking/projects/named-projects-query.ts';
import { KEY_ORDER } from '#/lib/tracking/tickets/key-order-query.ts';
import type { TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import type { ListTicketsQuery, TicketSort } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';
import type { WorkedScope } from '#/lib/tracking/worked-time/worked-time.ts';
import { ownAlone } from '#/lib/tracking/worked-time/worked-time-query.ts';

const CURSOR = z.tuple([cursorText, z.uuid()]);

type Row = Omit<TicketWithUse, 'project'> & {
  projectId: string | null;
  projectName: string | null;
  rank: string;
  total: number;
};
export type TicketPage = { tickets: TicketWithUse[]; total: number; nextCursor: string | null };

/**
 * Which tickets a person is likely to mean: those they pinned, those they used last, then the newest; or by another order that is
 * asked for. An exact key match leads. The rank is text that sorts by all of it, so that the cursor is one value.
 */
export async function listTicketsPage(
  tx: Pick<Tx, '$queryRaw'>,
  scope: WorkedScope,
  query: ListTicketsQuery,
  now: Date,
): Promise<TicketPage> {
  const search = query.search ?? '';
  const sort = query.sort ?? 'used';
  const [rank, id] = decodeCursor(query.cursor, CURSOR) ?? [null, null];
  const isDescending = sort !== 'key';
  const [after, order] = isDescending ? [Prisma.sql`<`, Prisma.sql`desc`] : [Prisma.sql`>`, Prisma.sql`asc`];
  const rows = await tx.$queryRaw<Row[]>`
    with used as (
      select ticket_id, max(started_at) as at from timers
      where workspace_id = ${scope.workspaceId}::uuid and user_id = ${scope.userId}::uuid and ticket_id is not null
        and status <> 'discarded'
      group by ticket_id
    ), worked as (${needsWork(query) ? workOf(scope, now) : NO_WORK}), ranked as (
      select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
             t.archived_at as "archivedAt", p.id as "projectId", p.name as "projectName", used.at as "lastUsedAt",
             pin.created_at as "pinnedAt",
             concat(case when (upper(t.key) = upper(${search})) = ${isDescending} then 1 else 0 end, ' ', ${RANKS[sort]}) as rank
      from tickets t
      left join used on used.ticket_id = t.id
      left join worked on worked.ticket_id = t.id
      left join ticket_pins pin on pin.ticket_id = t.id and pin.user_id = ${scope.userId}::uuid
      left join projects p on p.id = t.project_id
      where t.workspace_id = ${scope.workspaceId}::uuid and ${conditionOf(scope.workspaceId, query)}
        and (${search} = '' or strpos(lower(t.key), lower(${search})) > 0 or strpos(lower(t.title), lower(${search})) > 0
             or ${hasWords(search)})
    )
    select *, (select count(*) from ranked)::int as total from ranked
    where ${rank}::text is null or (rank collate "C", id) ${after} (${rank}::text collate "C", ${id}::uuid)
    order by rank collate "C" ${order}, id ${order} limit ${query.limit + 1}`;
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last;
  return {
    tickets: page.map(toTicket),
    total: rows[0]?.total ?? 0,
    nextCursor: more ? encodeCursor([last.rank, last.id]) : null,
  };
}

/** Whether each of several words begins a word of the key or the title, in any order. */
function hasWords(search: string): Prisma.Sql {
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length < 2) return Prisma.sql`false`;
  // A character that is neither a letter nor a digit stands for itself behind a backslash.
  const starts = words.map((word) => `(?<![[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`);
  return Prisma.sql`concat(t.key, ' ', t.title) ~* all(${starts}::text[])`;
}

const instantRank = (instant: Prisma.Sql) => Prisma.sql`to_char(${instant} at time zone 'UTC', 'YYYYMMDDHH24MISSMS')`;
const NEWEST = instantRank(Prisma.sql`t.created_at`);

/** Text that sorts as the tickets are to; keys by their number, `API-9` before `API-10`. */
const RANKS: Record<TicketSort, Prisma.Sql> = {
  used: Prisma.sql`case when pin.ticket_id is null then 0 else 1 end, ' ', ${instantRank(Prisma.sql`coalesce(used.at, 'epoch')`)}, ' ', ${NEWEST}`,
  worked: Prisma.sql`${instantRank(Prisma.sql`coalesce(worked.at, 'epoch')`)}, ' ', ${NEWEST}`,
  tracked: Prisma.sql`lpad(coalesce(worked.ms, 0)::bigint::text, 20, '0'), ' ', ${NEWEST}`,
  key: KEY_ORDER,
};

function needsWork({ sort, worked_since: since }: ListTicketsQuery): boolean {
  return sort === 'worked' || sort === 'tracked' || since !== undefined;
}

const NO_WORK = Prisma.sql`select null::uuid as ticket_id, null::timestamptz as at, 0 as ms where false`;

/**
 * Every ticket's last instant of work and its total: one pass over the workspace's spans. The few open ones stand
 * apart: their cap would be computed for each span, and make Postgres compile the statement for longer than it runs.
 */
function workOf(scope: WorkedScope, now: Date): Prisma.Sql {
  const spans = (end: Prisma.Sql, which: Prisma.Sql) => Prisma.sql`
    select t.ticket_id, s.started_at, ${end} as ends_at from timers t join timer_spans s on s.timer_id = t.id
    where t.workspace_id = ${scope.workspaceId}::uuid and t.ticket_id is not null and t.status <> 'discarded'
      ${ownAlone(scope)} and s.ended_at ${which}`;
  return Prisma.sql`
    select ticket_id, max(ends_at) as at, sum(extract(epoch from ends_at - started_at)) * 1000 as ms
    from (${spans(Prisma.sql`s.ended_at`, Prisma.sql`is not null`)}
          union all
          ${spans(spanEnd(now), Prisma.sql`is null`)}) spans
    group by ticket_id`;
}

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
