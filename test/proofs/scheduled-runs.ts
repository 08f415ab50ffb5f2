import type pg from 'pg';

/** A run of a schedule that is an alarm. */
export type ScheduledRun = {
  alarmId: string;
  scheduleId: string;
  runAt: Date;
  dueAt: Date;
  createdAt: Date;
  status: string;
  attempts: number;
};

/** All runs that are alarms, finished or not, created since an instant. */
export async function runsOfSchedules(pool: pg.Pool, since: Date = new Date(0)): Promise<ScheduledRun[]> {
  const of = (table: string) => `
    select id as "alarmId", settings ->> 'schedule_id' as "scheduleId", (settings ->> 'run_at')::timestamptz as "runAt",
           due_at as "dueAt", created_at as "createdAt", status::text, attempts
    from ${table} where settings ? 'schedule_id' and created_at >= $1`;
  const { rows } = await pool.query<ScheduledRun>(`${of('alarms')} union all ${of('alarm_history')}`, [since]);
  return rows;
}
