import type { Db } from '#/lib/db/client.ts';
import { RUNS_IN_HOLD } from '#/lib/jobs/runs-in-hold.ts';

/** Work begun before a hold that may still send something. */
export type InFlight = {
  alarms: number;
  /** When the last of the alarms' leases ends, and they wait again; null without any. */
  alarmsUntil: Date | null;
  jobs: number;
};

/** Alarms that a worker holds, and jobs that wait in a hold and were begun before it. */
export async function countInFlight(sql: Pick<Db, '$queryRaw'>): Promise<InFlight> {
  const rows = await sql.$queryRaw<Omit<InFlight, 'jobs'>[]>`
    select count(*)::int as alarms, max(lease_until)::timestamptz(3) as "alarmsUntil"
    from alarms where status = 'firing' and lease_until > clock_timestamp()`;
  return { ...(rows[0] as Omit<InFlight, 'jobs'>), jobs: await countJobs(sql) };
}

/** None where no worker has created the queues yet. Jobs past their expiry belong to a lost worker. */
async function countJobs(sql: Pick<Db, '$queryRaw'>): Promise<number> {
  const [made] = await sql.$queryRaw<{ isThere: boolean }[]>`select to_regclass('pgboss.job') is not null as "isThere"`;
  if (!made?.isThere) return 0;
  const [jobs] = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pgboss.job
    where state = 'active' and name <> all (${RUNS_IN_HOLD}::text[]) and name not like '\\_\\_pgboss%'
      and started_on + make_interval(secs => expire_seconds) > clock_timestamp()`;
  return jobs?.count ?? 0;
}
