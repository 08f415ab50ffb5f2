import type { MinuteTally } from '#/lib/analytics/minutes/attempt-counter.ts';
import type { Gauges } from '#/lib/analytics/minutes/gauges.ts';
import type { Db } from '#/lib/db/client.ts';

type Sql = Pick<Db, 'operationMinute'>;

export async function hasMinute(sql: Sql, minute: Date): Promise<boolean> {
  return (await sql.operationMinute.count({ where: { minute } })) > 0;
}

/** Writes a minute once: false when another worker was first. */
export async function insertMinute(sql: Sql, minute: Date, gauges: Gauges): Promise<boolean> {
  const { max_connections: most_connections, ...database } = gauges.database;
  // The row keeps its names of before 1.0.
  const data = [{ minute, ...gauges, database: { ...database, most_connections } }];
  const { count } = await sql.operationMinute.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** The last written minute. */
export async function findLatestMinute(sql: Sql): Promise<Date | null> {
  const row = await sql.operationMinute.findFirst({ orderBy: { minute: 'desc' }, select: { minute: true } });
  return row?.minute ?? null;
}

/** Adds one worker's counts to each minute. Minutes in one order, so that workers never deadlock. */
export async function addTallies(sql: Pick<Db, '$executeRaw'>, tallies: readonly MinuteTally[]): Promise<void> {
  const rows = [...tallies]
    .sort((a, b) => a.minute.getTime() - b.minute.getTime())
    .map(({ canaryWorstUs, engineLateness, ...tally }) => ({
      ...tally,
      canary_worst_us: canaryWorstUs,
      engine_lateness: engineLateness,
    }));
  await sql.$executeRaw`
    insert into operation_tries as known
      (minute, due, fired, delivered, retried, dead, canaries, canary_worst_us, lateness, engine_lateness)
    select minute, due, fired, delivered, retried, dead, canaries, canary_worst_us,
           array(select value::int from jsonb_array_elements_text(lateness) with ordinality as b (value, place)
                 order by place),
           array(select value::int from jsonb_array_elements_text(engine_lateness) with ordinality as b (value, place)
                 order by place)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as figures (
      minute timestamptz, due int, fired int, delivered int, retried int, dead int, canaries int, canary_worst_us int,
      lateness jsonb, engine_lateness jsonb)
    order by minute
    on conflict (minute) do update set
      due = known.due + excluded.due, fired = known.fired + excluded.fired,
      delivered = known.delivered + excluded.delivered, retried = known.retried + excluded.retried,
      dead = known.dead + excluded.dead, canaries = known.canaries + excluded.canaries,
      canary_worst_us = greatest(known.canary_worst_us, excluded.canary_worst_us),
      lateness = lateness_plus(known.lateness, excluded.lateness),
      engine_lateness = lateness_plus(known.engine_lateness, excluded.engine_lateness)`;
}

/** Deletes the minutes before an instant, and returns how many rows. */
export async function deleteMinutesBefore(
  sql: Pick<Db, 'operationMinute' | 'operationTries'>,
  before: Date,
): Promise<number> {
  const where = { minute: { lt: before } };
  const [minutes, attempts] = await Promise.all([
    sql.operationMinute.deleteMany({ where }),
    sql.operationTries.deleteMany({ where }),
  ]);
  return minutes.count + attempts.count;
}
