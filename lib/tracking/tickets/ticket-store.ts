import { idIn } from '#/lib/core/ids.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Ticket } from '#/lib/tracking/tickets/ticket.ts';

const COLUMNS = {
  id: true,
  key: true,
  title: true,
  url: true,
  estimateSeconds: true,
  createdAt: true,
  archivedAt: true,
  project: { select: { id: true, name: true } },
} as const;

export async function findTicket(tx: Tx, workspaceId: string, id: string): Promise<Ticket | null> {
  return tx.ticket.findFirst({ where: { id, workspaceId }, select: COLUMNS });
}

/** By the unique index on the uppercase key. Prisma's `insensitive` is ILIKE, in which `%` and `_` match anything. */
export async function findTicketByKey(tx: Tx, workspaceId: string, key: string): Promise<Ticket | null> {
  const rows = await tx.$queryRaw<Ticket[]>`
    select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
           t.archived_at as "archivedAt", case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as project
    from tickets t left join projects p on p.id = t.project_id
    where t.workspace_id = ${workspaceId}::uuid and upper(t.key) = upper(${key})`;
  return rows[0] ?? null;
}

/** Inserts unless the key is taken, perhaps by a racing request; returns whether it did. */
export async function insertTicket(tx: Tx, workspaceId: string, ticket: Ticket): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    insert into tickets (id, workspace_id, project_id, key, title, url, estimate_seconds, created_at,
                         updated_at)
    values (${ticket.id}::uuid, ${workspaceId}::uuid, ${ticket.project?.id ?? null}::uuid, ${ticket.key}, ${ticket.title},
            ${ticket.url}, ${ticket.estimateSeconds}, ${ticket.createdAt}, ${ticket.createdAt})
    on conflict do nothing`;
  return inserted === 1;
}

/** By id or key, in any case; a key in the form of an id yields to that id. */
export async function findTicketNamed(tx: Pick<Tx, '$queryRaw'>, workspaceId: string, name: string, lock = false) {
  const rows = await tx.$queryRaw<Ticket[]>`
    select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
           t.archived_at as "archivedAt",
           (select json_build_object('id', p.id, 'name', p.name) from projects p where p.id = t.project_id) as project
    from tickets t
    where t.workspace_id = ${workspaceId}::uuid and (t.id = ${idIn(name)}::uuid or upper(t.key) = upper(${name}))
    order by (t.id = ${idIn(name)}::uuid) desc nulls last limit 1
    ${lock ? Prisma.sql`for update of t` : Prisma.empty}`;
  return rows[0] ?? null;
}

export async function saveTicket(tx: Tx, ticket: Ticket, updatedAt: Date): Promise<void> {
  const { id, key, title, url, estimateSeconds, project, archivedAt } = ticket;
  const data = { key, title, url, estimateSeconds, projectId: project?.id ?? null, archivedAt, updatedAt };
  await tx.ticket.update({ where: { id }, data });
}

export async function insertPin(tx: Tx, userId: string, ticketId: string, createdAt: Date): Promise<void> {
  await tx.ticketPin.create({ data: { userId, ticketId, createdAt }, select: { userId: true } });
}

export async function deletePin(tx: Tx, userId: string, ticketId: string): Promise<void> {
  await tx.ticketPin.deleteMany({ where: { userId, ticketId } });
}
