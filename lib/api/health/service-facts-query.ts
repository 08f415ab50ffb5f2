import type { ServiceFacts } from '#/lib/api/health/readiness.ts';
import type { Db } from '#/lib/db/client.ts';

type Row = Omit<ServiceFacts, 'now' | 'missingMigrations' | 'brokers' | 'replica'> & { applied: string[] };

/**
 * The state of the service's background work. One statement, by indexes and names. `wanted`: the migrations of this
 * version.
 */
export async function findServiceFacts(
  db: Pick<Db, '$queryRaw'>,
  now: Date,
  wanted: readonly string[],
): Promise<Omit<ServiceFacts, 'brokers' | 'replica'>> {
  const rows = await db.$queryRaw<Row[]>`
    select array(select migration_name::text from _prisma_migrations
                  where finished_at is not null and rolled_back_at is null) as applied,
           (select max(seen_at) from workers) as "workerSeenAt",
           (select next_attempt_at from alarms where status = 'scheduled' order by next_attempt_at limit 1)
             as "oldestDueAt",
           (select began_at from engine_holds where released_at is null) as "holdBeganAt",
           (select max(released_at) from engine_holds) as "holdReleasedAt",
           to_regclass('alarm_history_' || tomorrow) is not null
             and to_regclass('alarm_attempts_' || tomorrow) is not null as "hasTomorrow"
    from to_char((${now}::timestamptz at time zone 'UTC') + interval '1 day', 'YYYYMMDD') as tomorrow`;
  const { applied, ...facts } = rows[0] as Row;
  const known = new Set(applied);
  return { ...facts, now, missingMigrations: wanted.filter((name) => !known.has(name)) };
}
