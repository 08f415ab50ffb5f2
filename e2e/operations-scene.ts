import pg from 'pg';
import { test as base, callApi, type Person, runSql } from '#/e2e/support.ts';

/**
 * `operator`: the person operates the service, since theirs is the oldest workspace. Only one journey at a time can be
 * that: the others wait, for as long as it takes.
 */
export const test = base.extend<{ operator: Person }>({
  operator: [
    async ({ context, person }, use) => {
      const { workspace } = await callApi(context, 'get', '/workspace');
      const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? process.env.DATABASE_URL });
      await client.connect();
      try {
        await client.query("select pg_advisory_lock(hashtext('operators of the journeys'))");
        await client.query(
          `update workspaces set created_at = (select min(created_at) from workspaces) - interval '1 second' where id = $1`,
          [workspace.id],
        );
        await use(person);
      } finally {
        await client.end();
      }
    },
    { timeout: 600_000 },
  ],
});

/** The hour before the service started, as if it had run then: with a peak, and three minutes that were not written. */
export async function anHourOfOperations(): Promise<void> {
  await runSql(
    `insert into operation_minutes (minute, timers_running, timers_paused, pending, overdue, oldest_overdue_ms, retrying,
                                    endpoints_failing, workers, queues, database)
     select minute, 8 + back % 7, 3, 120, case when back between 28 and 31 then 71 else 8 + back % 5 end, 400, 2, 0, 1,
            '[]', '{"connections": 9, "most_connections": 100, "bytes": 12000000, "dead_rows": 10,
                    "oldest_transaction_ms": 2}'
     from generate_series(1, 65) as back,
          lateral (select date_trunc('minute', now(), 'UTC') - back * interval '1 minute' as minute) as at
     where back not between 18 and 20
     on conflict do nothing`,
    [],
  );
  await runSql(
    `insert into operation_tries (minute, due, fired, delivered, lateness)
     select minute, 20 + back % 9, case when back between 28 and 30 then 6 else 20 + back % 9 end, 19,
            array[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 3, 2, 1, 1, 1, 0, 0]
     from generate_series(4, 65) as back,
          lateral (select date_trunc('minute', now(), 'UTC') - back * interval '1 minute' as minute) as at
     on conflict do nothing`,
    [],
  );
}
