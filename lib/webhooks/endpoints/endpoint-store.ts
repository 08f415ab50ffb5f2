import type { Tx } from '#/lib/db/client.ts';
import { currentType, storedType } from '#/lib/feed/events/stored-event.ts';
import type { DisabledReason, Endpoint, EndpointFormat } from '#/lib/webhooks/endpoints/endpoint.ts';

type Sql = Pick<Tx, 'endpoint'>;
type Key = { id: string; workspaceId: string };

/** Serializes transactions that add endpoints to a workspace. */
export async function lockEndpoints(tx: Pick<Tx, '$executeRaw'>, workspaceId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`endpoints:${workspaceId}`}, 0))`;
}

export async function countEndpoints(sql: Sql, workspaceId: string): Promise<number> {
  return sql.endpoint.count({ where: { workspaceId } });
}

/** All of a workspace, oldest first. */
export async function listEndpointRows(sql: Sql, workspaceId: string): Promise<Endpoint[]> {
  const rows = await sql.endpoint.findMany({ where: { workspaceId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map(endpointOf);
}

export async function findEndpoint(sql: Sql, { id, workspaceId }: Key): Promise<Endpoint | null> {
  const row = await sql.endpoint.findFirst({ where: { id, workspaceId } });
  return row && endpointOf(row);
}

/** As `findEndpoint`, and locks it until the end of the transaction. */
export async function lockEndpoint(tx: Pick<Tx, '$queryRaw' | 'endpoint'>, key: Key): Promise<Endpoint | null> {
  await tx.$queryRaw`
    select id from endpoints where id = ${key.id}::uuid and workspace_id = ${key.workspaceId}::uuid for no key update`;
  return findEndpoint(tx, key);
}

export async function insertEndpoint(sql: Sql, endpoint: Endpoint): Promise<void> {
  const data = { ...endpoint, eventTypes: endpoint.eventTypes.map(storedType) };
  await sql.endpoint.create({ data, select: { id: true } });
}

/** Writes the fields that can change, as the next version. */
export async function saveEndpoint(sql: Sql, endpoint: Endpoint): Promise<Endpoint> {
  const { id, workspaceId: _workspace, createdBy: _by, createdAt: _at, version, ...columns } = endpoint;
  const data = { ...columns, eventTypes: columns.eventTypes.map(storedType), version: version + 1 };
  return endpointOf(await sql.endpoint.update({ where: { id }, data }));
}

export async function deleteEndpointRow(sql: Sql, id: string): Promise<void> {
  await sql.endpoint.delete({ where: { id }, select: { id: true } });
}

/** Clears the failing mark; no new version, since no one has edited it. */
export async function markEndpointWorking(sql: Sql, id: string): Promise<void> {
  await sql.endpoint.update({ where: { id }, data: { failingSince: null }, select: { id: true } });
}

type Row = Omit<Endpoint, 'format' | 'disabledReason'> & { format: string; disabledReason: string | null };

function endpointOf(row: Row): Endpoint {
  return {
    ...row,
    eventTypes: row.eventTypes.map(currentType),
    format: row.format as EndpointFormat,
    disabledReason: row.disabledReason as DisabledReason | null,
  };
}
