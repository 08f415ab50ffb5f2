import type { Db } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** Creates missing tables for `days` days, starting at the UTC day of `from`, and returns how many were created. */
export async function createPartitions(db: Pick<Db, '$queryRaw'>, from: Date, days: number): Promise<number> {
  const rows = await db.$queryRaw<{ made: number }[]>`
    select alarm_partitions_ensure((${from}::timestamptz at time zone 'UTC')::date, ${days}::int) as made`;
  return rows[0]?.made ?? 0;
}

/** One day's table. A process that was cut off may have left it half detached, or detached but not dropped. */
export type Partition = { name: string; parent: 'alarm_history' | 'alarm_attempts'; state: 'in' | 'half_out' | 'out' };

/** Tables whose whole day is before this instant, oldest first. */
export async function listPartitionsBefore(db: Pick<Db, '$queryRaw'>, before: Date): Promise<Partition[]> {
  return db.$queryRaw<Partition[]>`
    select relname as name, left(relname, -9) as parent,
           case when inhparent is null then 'out' when inhdetachpending then 'half_out' else 'in' end as state
    from pg_class left join pg_inherits on inhrelid = oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname ~ '^alarm_(history|attempts)_[0-9]{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') + 1 <= (${before}::timestamptz at time zone 'UTC')::date
    order by right(relname, 8), relname`;
}

/**
 * Detaches a partition and drops it. Detaching concurrently waits for readers and blocks no writers; it gives up when a
 * reader takes long, and is finished by the next run.
 */
export async function dropPartition(db: Pick<Db, '$executeRaw'>, { name, parent, state }: Partition): Promise<void> {
  if (state !== 'out') {
    const how = state === 'in' ? 'concurrently' : 'finalize';
    await db.$executeRaw`${Prisma.raw(`alter table "${parent}" detach partition "${name}" ${how}`)}`;
  }
  await db.$executeRaw`${Prisma.raw(`drop table "${name}"`)}`;
}
