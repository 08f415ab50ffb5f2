import { z } from 'zod';
import { cursorText, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import type { ListTicketsQuery } from '#/lib/tracking/tickets/ticket-schemas.ts';

const CURSOR = z.tuple([cursorText, z.uuid()]);

type Row = Omit<TicketWithUse, 'project'> & { projectId: string | null; projectName: string | null; rank: string };

/**
 * Which tickets a person is likely to mean: those he used last come first, then the newest. An exact key match leads.
 * The rank is text that sorts by those three, so that the cursor is one value.
 */
export async function listTicketsPage(
  tx: Pick<Tx, '$queryRaw'>,
  scope: { workspaceId: string; userId: string },
  query: ListTicketsQuery,
): Promise<{ tickets: TicketWithUse[]; nextCursor: string | null }> {
  const search = query.search ?? '';
  const [rank, id] = decodeCursor(query.cursor, CURSOR) ?? [null, null];
  const rows = await tx.$queryRaw<Row[]>`
    with used as (
      select ticket_id, max(started_at) as at from timers
      where workspace_id = ${scope.workspaceId}::uuid and user_id = ${scope.userId}::uuid and ticket_id is not null
        and status <> 'discarded'
      group by ticket_id
    ), ranked as (
      select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
             p.id as "projectId", p.name as "projectName", used.at as "lastUsedAt",
             concat(case when upper(t.key) = upper(${search}) then 1 else 0 end, ' ',
                    to_char(coalesce(used.at, 'epoch') at time zone 'UTC', 'YYYYMMDDHH24MISSMS'), ' ',
                    to_char(t.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS')) as rank
      from tickets t
      left join used on used.ticket_id = t.id
      left join projects p on p.id = t.project_id
      where t.workspace_id = ${scope.workspaceId}::uuid and t.archived_at is null
        and (${search} = '' or strpos(lower(t.key), lower(${search})) > 0 or strpos(lower(t.title), lower(${search})) > 0)
    )
    select * from ranked
    where ${rank}::text is null or (rank collate "C", id) < (${rank}::text collate "C", ${id}::uuid)
    order by rank collate "C" desc, id desc limit ${query.limit + 1}`;
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last;
  return { tickets: page.map(toTicket), nextCursor: more ? encodeCursor([last.rank, last.id]) : null };
}

function toTicket({ projectId, projectName, rank: _rank, ...ticket }: Row): TicketWithUse {
  return { ...ticket, project: projectId && projectName ? { id: projectId, name: projectName } : null };
}
