import type { Tx } from '#/lib/db/client.ts';
import type { Ticket } from '#/lib/tracking/tickets/ticket.ts';

const COLUMNS = {
  id: true,
  key: true,
  title: true,
  url: true,
  estimateSeconds: true,
  createdAt: true,
  project: { select: { id: true, name: true } },
} as const;

export async function findTicket(tx: Tx, workspaceId: string, id: string): Promise<Ticket | null> {
  return tx.ticket.findFirst({ where: { id, workspaceId }, select: COLUMNS });
}

/** By the unique index on the raised key. The client's `insensitive` is ILIKE, to which `%` and `_` match anything. */
export async function findTicketByKey(tx: Tx, workspaceId: string, key: string): Promise<Ticket | null> {
  const rows = await tx.$queryRaw<Ticket[]>`
    select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
           case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as project
    from tickets t left join projects p on p.id = t.project_id
    where t.workspace_id = ${workspaceId}::uuid and upper(t.key) = upper(${key})`;
  return rows[0] ?? null;
}

/** Inserts unless the key is taken, by a racing request perhaps; answers whether it did. */
export async function insertTicket(tx: Tx, workspaceId: string, ticket: Ticket): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    insert into tickets (id, workspace_id, project_id, key, title, url, estimate_seconds, created_at,
                         updated_at)
    values (${ticket.id}::uuid, ${workspaceId}::uuid, ${ticket.project?.id ?? null}::uuid, ${ticket.key}, ${ticket.title},
            ${ticket.url}, ${ticket.estimateSeconds}, ${ticket.createdAt}, ${ticket.createdAt})
    on conflict do nothing`;
  return inserted === 1;
}
