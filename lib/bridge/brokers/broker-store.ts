import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import type { Broker, BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import type { Tx } from '#/lib/db/client.ts';

type Sql = Pick<Tx, 'broker'>;
/** `id` may be a name as well: no name looks like an id. */
type Key = { id: string; workspaceId: string };

/** Serializes transactions that add or change brokers of a workspace. */
export async function lockBrokers(tx: Pick<Tx, '$executeRaw'>, workspaceId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`brokers:${workspaceId}`}, 0))`;
}

/** All of a workspace, oldest first. */
export async function listBrokerRows(sql: Sql, workspaceId: string): Promise<Broker[]> {
  const rows = await sql.broker.findMany({ where: { workspaceId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map(brokerOf);
}

export async function findBroker(sql: Sql, { id, workspaceId }: Key): Promise<Broker | null> {
  // A workspace has a few.
  const all = await listBrokerRows(sql, workspaceId);
  return all.find((broker) => broker.id === id.toLowerCase() || broker.name === id) ?? null;
}

/** A broker of any workspace: for workers, which know the id from an alarm. */
export async function findBrokerById(sql: Sql, id: string): Promise<Broker | null> {
  const row = await sql.broker.findUnique({ where: { id } });
  return row && brokerOf(row);
}

/** As `findBroker`, and locks it until the end of the transaction. */
export async function lockBroker(tx: Pick<Tx, '$queryRaw' | 'broker'>, key: Key): Promise<Broker | null> {
  const { id, workspaceId } = key;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id::text from brokers
    where workspace_id = ${workspaceId}::uuid and (id::text = ${id.toLowerCase()} or name = ${id}) for no key update`;
  return rows[0] ? findBroker(tx, { id: rows[0].id, workspaceId }) : null;
}

export async function insertBroker(sql: Sql, broker: Broker): Promise<void> {
  await sql.broker.create({ data: broker, select: { id: true } });
}

/**
 * Writes what people can change, as the next version; workers may write the rest concurrently. Earlier failures no
 * longer count.
 */
export async function saveBroker(sql: Sql, broker: Broker): Promise<Broker> {
  const { id, name, sealedUrl, dialect, inputTarget, outputTarget, deadLetterTarget, paused, updatedAt } = broker;
  const columns = { name, sealedUrl, dialect, inputTarget, outputTarget, deadLetterTarget, paused, updatedAt };
  const data = { ...columns, failingSince: null, version: broker.version + 1 };
  return brokerOf(await sql.broker.update({ where: { id }, data }));
}

export async function deleteBrokerRow(sql: Sql, id: string): Promise<void> {
  await sql.broker.delete({ where: { id }, select: { id: true } });
}

type Row = Omit<Broker, 'kind' | 'dialect'> & { kind: string; dialect: string };

function brokerOf(row: Row): Broker {
  return { ...row, kind: row.kind as BrokerKind, dialect: row.dialect as BrokerDialect };
}
