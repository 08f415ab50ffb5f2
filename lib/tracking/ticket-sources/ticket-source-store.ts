import type { Tx } from '#/lib/db/client.ts';
import type { Provider, TicketLink, TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';

type Sql = Pick<Tx, 'ticketSource'>;
type Key = { id: string; workspaceId: string };

const WITH_PROJECT = { project: { select: { id: true, name: true } } } as const;

/** Makes requests that add sources to a workspace wait for each other, until the end of the transaction. */
export async function lockTicketSources(tx: Pick<Tx, '$executeRaw'>, workspaceId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`ticket_sources:${workspaceId}`}, 0))`;
}

export async function countTicketSources(sql: Sql, workspaceId: string): Promise<number> {
  return sql.ticketSource.count({ where: { workspaceId } });
}

/** All of a workspace, oldest first, each with the number of tickets it keeps current. */
export async function listTicketSourceRows(
  sql: Sql,
  workspaceId: string,
): Promise<{ source: TicketSource; tickets: number }[]> {
  const rows = await sql.ticketSource.findMany({
    where: { workspaceId },
    include: { ...WITH_PROJECT, _count: { select: { links: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ _count, ...row }) => ({ source: sourceOf(row), tickets: _count.links }));
}

/** In any workspace: a webhook only has the id. */
export async function findTicketSource(sql: Sql, id: string): Promise<TicketSource | null> {
  const row = await sql.ticketSource.findUnique({ where: { id }, include: WITH_PROJECT });
  return row && sourceOf(row);
}

/** Locked until the end of the transaction. */
export async function lockTicketSource(
  tx: Pick<Tx, '$queryRaw' | 'ticketSource'>,
  { id, workspaceId }: Key,
): Promise<TicketSource | null> {
  await tx.$queryRaw`
    select id from ticket_sources where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid for no key update`;
  const row = await tx.ticketSource.findFirst({ where: { id, workspaceId }, include: WITH_PROJECT });
  return row && sourceOf(row);
}

export async function countLinks(tx: Pick<Tx, 'ticketLink'>, sourceId: string): Promise<number> {
  return tx.ticketLink.count({ where: { sourceId } });
}

export async function insertTicketSource(sql: Sql, { project, ...source }: TicketSource): Promise<void> {
  await sql.ticketSource.create({ data: { ...source, projectId: project?.id ?? null }, select: { id: true } });
}

/** Writes the fields that people edit, as the next version. */
export async function saveTicketSource(sql: Sql, source: TicketSource): Promise<TicketSource> {
  const { id, name, secret, project, createsTickets, updatedAt, version } = source;
  const data = { name, secret, projectId: project?.id ?? null, createsTickets, updatedAt, version: version + 1 };
  return sourceOf(await sql.ticketSource.update({ where: { id }, data, include: WITH_PROJECT }));
}

export async function deleteTicketSourceRow(sql: Sql, id: string): Promise<void> {
  await sql.ticketSource.delete({ where: { id }, select: { id: true } });
}

/** At most once a second: a busy tracker must not make each webhook wait for the previous one. */
export async function recordReceived(sql: Pick<Tx, '$executeRaw'>, id: string, now: Date): Promise<void> {
  await sql.$executeRaw`
    update ticket_sources set last_received_at = ${now}
    where id = ${id}::uuid and (last_received_at is null or last_received_at < ${now}::timestamptz - interval '1 second')`;
}

/** At most once a second: anyone may send requests that are rejected. */
export async function recordRejected(
  sql: Pick<Tx, '$executeRaw'>,
  id: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await sql.$executeRaw`
    update ticket_sources set last_rejected_at = ${now}, last_error = ${error}
    where id = ${id}::uuid and (last_rejected_at is null or last_rejected_at < ${now}::timestamptz - interval '1 second')`;
}

/** Makes webhooks about one issue wait for each other, until the end of the transaction. */
export async function lockIssue(
  tx: Pick<Tx, '$executeRaw'>,
  { sourceId, externalId }: { sourceId: string; externalId: string },
): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`issue:${sourceId}:${externalId}`}, 0))`;
}

export async function findLink(
  tx: Pick<Tx, 'ticketLink'>,
  { sourceId, externalId }: { sourceId: string; externalId: string },
): Promise<TicketLink | null> {
  return tx.ticketLink.findUnique({
    where: { sourceId_externalId: { sourceId, externalId } },
    select: { ticketId: true, isOpen: true, issueUpdatedAt: true },
  });
}

/** Inserts or updates the link; a ticket linked to another issue is linked to this one from now on. */
export async function saveLink(
  tx: Pick<Tx, 'ticketLink'>,
  { sourceId, externalId }: { sourceId: string; externalId: string },
  link: TicketLink,
): Promise<void> {
  await tx.ticketLink.deleteMany({
    where: { ticketId: link.ticketId, NOT: { sourceId, externalId } },
  });
  await tx.ticketLink.upsert({
    where: { sourceId_externalId: { sourceId, externalId } },
    create: { sourceId, externalId, ...link },
    update: link,
    select: { ticketId: true },
  });
}

type Row = Omit<TicketSource, 'provider'> & { provider: string; projectId?: string | null };

function sourceOf({ projectId: _id, ...row }: Row): TicketSource {
  return { ...row, provider: row.provider as Provider };
}
