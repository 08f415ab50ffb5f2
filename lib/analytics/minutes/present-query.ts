import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import type { Db } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Sql = Pick<Db, '$queryRaw'>;
const DEAD_COUNTED_TO = 1_000;
const RETRYING_COUNTED_TO = 50_000;

export type OfWorkspace = {
  dead: number;
  died: number;
  retrying: number;
  nextAttemptAt: Date | null;
  endpointsFailing: number;
};

/** The current state of a workspace's own alarms and endpoints; each by an index with few rows. */
export async function countOfWorkspace(sql: Sql, workspaceId: string, since: Date): Promise<OfWorkspace> {
  const rows = await sql.$queryRaw<OfWorkspace[]>`
    select (select count(*)::int from (
              select from alarm_history
              where workspace_id = ${workspaceId}::uuid and status = 'dead' and endpoint_id is null
              limit ${DEAD_COUNTED_TO}) as few) as dead,
           (select count(*)::int from (
              select from alarm_history
              where workspace_id = ${workspaceId}::uuid and status = 'dead' and endpoint_id is null
                and finished_at >= ${since}
              limit ${DEAD_COUNTED_TO}) as few) as died,
           retrying.count as retrying, retrying.next_at::timestamptz(3) as "nextAttemptAt",
           (select count(*)::int from endpoints
            where workspace_id = ${workspaceId}::uuid and disabled_at is null and failing_since is not null)
             as "endpointsFailing"
    from (select count(*)::int as count, min(nullif(next_attempt_at, ${Prisma.raw(QUEUED_AT)})) as next_at
          from (select next_attempt_at from alarms
                where workspace_id = ${workspaceId}::uuid and status = 'scheduled' and attempts > 0
                  and endpoint_id is null
                limit ${RETRYING_COUNTED_TO}) as few) as retrying`;
  return rows[0] as OfWorkspace;
}

/**
 * Dead letters of all workspaces, and how many of them died since an instant, by the index that contains only dead
 * letters; for the latter only in the partitions since then.
 */
export async function countAllDead(sql: Sql, since: Date): Promise<{ dead: number; died: number }> {
  const rows = await sql.$queryRaw<{ dead: number; died: number }[]>`
    select (select count(*)::int from (
              select from alarm_history where status = 'dead' and endpoint_id is null
              limit ${DEAD_COUNTED_TO}) as few) as dead,
           (select count(*)::int from (
              select from alarm_history where status = 'dead' and endpoint_id is null and finished_at >= ${since}
              limit ${DEAD_COUNTED_TO}) as few) as died`;
  return rows[0] ?? { dead: 0, died: 0 };
}

export type SeenWorker = {
  id: string;
  version: string;
  startedAt: Date;
  seenAt: Date;
  clockOffsetMs: number | null;
};

/** Workers seen since an instant: live ones, and those that vanished. Oldest first. */
export function listWorkers(db: Pick<Db, 'worker'>, since: Date): Promise<SeenWorker[]> {
  const select = { id: true, version: true, startedAt: true, seenAt: true, clockOffsetMs: true } as const;
  return db.worker.findMany({
    where: { seenAt: { gt: since } },
    select,
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
  });
}

/** The last canary completed since an instant: when it was due and how late it was, in milliseconds. */
export async function findLastCanary(
  sql: Sql,
  workspaceId: string,
  since: Date,
): Promise<{ dueAt: Date; lateMs: number } | null> {
  const rows = await sql.$queryRaw<{ dueAt: Date; lateMs: number }[]>`
    select due_at::timestamptz(3) as "dueAt",
           greatest(extract(epoch from sent_at - due_at) * 1000, 0)::float8 as "lateMs"
    from alarm_history
    where workspace_id = ${workspaceId}::uuid and endpoint_id is null and due_at > ${since}
      and finished_at > ${since} and sent_at is not null
    order by due_at desc limit 1`;
  return rows[0] ?? null;
}

/** When the engine was put on hold; null while it is not. */
export async function findOnHoldSince(db: Pick<Db, 'engineHold'>): Promise<Date | null> {
  const hold = await db.engineHold.findFirst({ where: { releasedAt: null }, select: { beganAt: true } });
  return hold?.beganAt ?? null;
}
