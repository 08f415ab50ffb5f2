import {
  isInForce,
  MAX_COUNTED,
  QUEUED_AT,
  type Receiver,
  type ReceiverCounts,
  type ReceiverTarget,
} from '#/lib/alarms/receivers/receiver.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Sql = Pick<Tx, '$queryRaw'>;
type Key = { id: string; workspaceId: string };

const COLUMNS = Prisma.sql`
  receivers.id::text, workspace_id::text as "workspaceId", origin, endpoint_id::text as "endpointId",
  paused_at as "pausedAt", max_per_second as "maxPerSecond", max_concurrency as "maxConcurrency",
  created_at as "createdAt", updated_at as "updatedAt", version`;

/** Serializes transactions that add receivers to a workspace. */
export async function lockReceivers(tx: Pick<Tx, '$executeRaw'>, workspaceId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`receivers:${workspaceId}`}, 0))`;
}

/** Deleted ones whose queues are not empty count too: workers read them all. */
export async function countReceivers(sql: Sql, workspaceId: string): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from receivers where workspace_id = ${workspaceId}::uuid`;
  return rows[0]?.count ?? 0;
}

/** All of a workspace, oldest first. */
export async function listReceiverRows(sql: Sql, workspaceId: string): Promise<Receiver[]> {
  return sql.$queryRaw<Receiver[]>`
    select ${COLUMNS} from receivers where workspace_id = ${workspaceId}::uuid and deleted_at is null
    order by created_at, id`;
}

export async function findReceiver(sql: Sql, { id, workspaceId }: Key): Promise<Receiver | null> {
  const [row] = await sql.$queryRaw<Receiver[]>`
    select ${COLUMNS} from receivers
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and deleted_at is null`;
  return row ?? null;
}

/**
 * As `findReceiver`, and locks it until the end of the transaction. Workers that move alarms into or out of its queue
 * do so before or after.
 */
export async function lockReceiver(tx: Sql, { id, workspaceId }: Key): Promise<Receiver | null> {
  const [row] = await tx.$queryRaw<Receiver[]>`
    select ${COLUMNS} from receivers
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and deleted_at is null for update`;
  return row ?? null;
}

/** The one of this target, and whether it was deleted, locked as by `lockReceiver`. */
export async function lockReceiverOf(
  tx: Sql,
  workspaceId: string,
  { origin, endpointId }: ReceiverTarget,
): Promise<(Receiver & { isDeleted: boolean }) | null> {
  const ofOrigin = origin === null ? Prisma.sql`origin is null` : Prisma.sql`origin = ${origin}`;
  const ofEndpoint =
    endpointId === null ? Prisma.sql`endpoint_id is null` : Prisma.sql`endpoint_id = ${endpointId}::uuid`;
  const [row] = await tx.$queryRaw<(Receiver & { isDeleted: boolean })[]>`
    select ${COLUMNS}, deleted_at is not null as "isDeleted" from receivers
    where workspace_id = ${workspaceId}::uuid and ${ofOrigin} and ${ofEndpoint} for update`;
  return row ?? null;
}

/**
 * How much each holds back, and how much of it is being sent. Both orders are those of `alarms_of_receiver`, and of no
 * other index. Nothing is later than queued alarms; with `=` on their instant, a planner without statistics walks the
 * queues of all workspaces.
 */
export async function countOf(
  sql: Sql,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<Map<string, ReceiverCounts>> {
  const rows = await sql.$queryRaw<(ReceiverCounts & { id: string })[]>`
    select one.id::text, (
      select count(*)::int from (
        select from alarms
        where receiver_id = one.id and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
          and next_attempt_at >= ${Prisma.raw(QUEUED_AT)}
        order by next_attempt_at, due_at limit ${MAX_COUNTED}
      ) as few
    ) as waiting, (
      select count(*)::int from (
        select from alarms where receiver_id = one.id and workspace_id = ${workspaceId}::uuid and status = 'firing'
        order by next_attempt_at, due_at limit ${MAX_COUNTED}
      ) as few
    ) as "inFlight"
    from unnest(${ids}::uuid[]) as one (id)`;
  return new Map(rows.map(({ id, waiting, inFlight }) => [id, { waiting, inFlight }]));
}

export async function insertReceiver(tx: Pick<Tx, '$executeRaw'>, receiver: Receiver): Promise<void> {
  const { id, workspaceId, origin, endpointId, createdAt } = receiver;
  await tx.$executeRaw`
    insert into receivers (id, workspace_id, origin, endpoint_id, created_at, updated_at, paused_at, max_per_second,
                           max_concurrency, drains)
    values (${id}::uuid, ${workspaceId}::uuid, ${origin}, ${endpointId}::uuid, ${createdAt}::timestamptz,
            ${createdAt}::timestamptz, ${receiver.pausedAt}::timestamptz, ${receiver.maxPerSecond}::float8,
            ${receiver.maxConcurrency}::int, ${isInForce(receiver)})`;
}

/**
 * Writes the fields that can change, as the next version, which workers then follow. While alarms wait, it stays
 * draining. After a change of the rate, the next alarm leaves no later than the new rate allows; otherwise a slow rate
 * would outlast its removal.
 */
export async function saveReceiver(tx: Sql, receiver: Receiver): Promise<Receiver> {
  const { id, workspaceId, pausedAt, maxPerSecond, maxConcurrency, createdAt, updatedAt } = receiver;
  const [row] = await tx.$queryRaw<Receiver[]>`
    update receivers
    set paused_at = ${pausedAt}::timestamptz, max_per_second = ${maxPerSecond}::float8,
        max_concurrency = ${maxConcurrency}::int, drains = drains or ${isInForce(receiver)}, deleted_at = null,
        next_at = case when ${maxPerSecond}::float8 is not null then
          least(next_at, ${updatedAt}::timestamptz + make_interval(secs => 1 / ${maxPerSecond}::float8)) end,
        created_at = ${createdAt}::timestamptz, updated_at = ${updatedAt}::timestamptz, version = version + 1
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid returning ${COLUMNS}`;
  return row as Receiver;
}

/**
 * Deletes it at once when nothing can wait in its queue; else it loses its limits and stays until the queue is empty.
 */
export async function deleteReceiverRow(
  tx: Pick<Tx, '$executeRaw'>,
  { id, workspaceId }: Key,
  at: Date,
): Promise<void> {
  const gone =
    await tx.$executeRaw`delete from receivers where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and not drains`;
  if (gone > 0) return;
  await tx.$executeRaw`
    update receivers
    set paused_at = null, max_per_second = null, max_concurrency = null, next_at = null, deleted_at = ${at}::timestamptz,
        version = version + 1
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid`;
}
