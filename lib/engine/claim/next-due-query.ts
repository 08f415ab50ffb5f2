import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';

/** The database's time, the next due time after a bound, and how long the oldest overdue row has waited. */
const NEXT: Statement = {
  name: 'next_due',
  text: `
    select (extract(epoch from clock_timestamp()) * 1000000)::float8 as now_us,
           (select (extract(epoch from next_attempt_at) * 1000000)::float8 from alarms
            where status = 'scheduled' and next_attempt_at > $1::timestamptz order by next_attempt_at limit 1) as next_us,
           (select (extract(epoch from next_attempt_at) * 1000000)::float8 from alarms
            where status = 'scheduled' and next_attempt_at > $2::timestamptz and next_attempt_at <= $3::timestamptz
            order by next_attempt_at limit 1) as overdue_us`,
};

export type NextDue = { nowUs: Micros; nextUs: Micros | null; overdueUs: Micros | null };

/** The time range to search for overdue rows; from null: however long ago. */
export type Overdue = { fromUs: Micros | null; untilUs: Micros };

/** Reads the clock, the first row due after `afterUs`, and the first overdue one. */
export async function findNextDue(sql: Sql, afterUs: Micros, overdue: Overdue): Promise<NextDue> {
  const from = overdue.fromUs === null ? '-infinity' : formatMicros(overdue.fromUs);
  const values = [formatMicros(afterUs), from, formatMicros(overdue.untilUs)];
  const rows = await sql<{ now_us: number; next_us: number | null; overdue_us: number | null }>(NEXT, values);
  const row = rows[0] as (typeof rows)[number];
  return { nowUs: row.now_us, nextUs: row.next_us, overdueUs: row.overdue_us };
}
