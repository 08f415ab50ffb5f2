import type { Clock, SqlRunner } from '#/lib/core/clock.ts';

/**
 * Production's clock: the database's, truncated to the milliseconds that columns store. `clock_timestamp()` rather than
 * `now()`, since a transaction that waited for the user's lock must not use an instant from before the wait.
 */
export const databaseClock: Clock = {
  async now(sql: SqlRunner): Promise<Date> {
    const rows = await sql.$queryRaw<{ now: Date }[]>`/* prepared */
      select date_trunc('milliseconds', clock_timestamp()) as now`;
    return (rows[0] as { now: Date }).now;
  },
  nowGiven: (databaseTime) => databaseTime,
};
