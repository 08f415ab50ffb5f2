import type { Db } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** Makes what is missing of `days` days from the UTC day of `from` on, and answers how many tables were made. */
export async function makePartitions(db: Pick<Db, '$queryRaw'>, from: Date, days: number): Promise<number> {
  const rows = await db.$queryRaw<{ made: number }[]>`
    select alarm_partitions_ensure((${from}::timestamptz at time zone 'UTC')::date, ${days}::int) as made`;
  return rows[0]?.made ?? 0;
}

/** Names of partitions whose day lies wholly before this instant, oldest first. */
export async function listPartitionsBefore(db: Pick<Db, '$queryRaw'>, before: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    select child.relname as name from pg_inherits
    join pg_class as child on child.oid = inhrelid join pg_class as parent on parent.oid = inhparent
    where parent.relname in ('alarm_history', 'alarm_attempts')
      and to_date(right(child.relname, 8), 'YYYYMMDD') + 1 <= (${before}::timestamptz at time zone 'UTC')::date
    order by right(child.relname, 8), child.relname`;
  return rows.map((row) => row.name);
}

/** Takes a partition out and drops it. Detaching concurrently waits for nobody's inserts and blocks none. */
export async function dropPartition(db: Pick<Db, '$executeRaw'>, name: string): Promise<void> {
  const parent = name.slice(0, name.lastIndexOf('_'));
  await db.$executeRaw`${Prisma.raw(`alter table "${parent}" detach partition "${name}" concurrently`)}`;
  await db.$executeRaw`${Prisma.raw(`drop table "${name}"`)}`;
}

/** Forgets up to `limit` names given by integrators whose alarms are known no more; answers how many. */
export async function forgetKeys(db: Pick<Db, '$executeRaw'>, madeBefore: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    delete from alarm_keys using (
      select workspace_id, external_id from alarm_keys as known
      where created_at < ${madeBefore} and not exists (select from alarms where id = known.alarm_id)
        and not exists (select from alarm_history where id = known.alarm_id)
      limit ${limit}
    ) as old
    where alarm_keys.workspace_id = old.workspace_id and alarm_keys.external_id = old.external_id`;
}
