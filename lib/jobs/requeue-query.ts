import type { Db } from '#/lib/db/client.ts';

/**
 * Puts jobs that were fetched but not begun back into their queue for a while, without counting an attempt. pg-boss
 * settles only active jobs, so what its worker reports about them afterward changes nothing; the while has to be longer
 * than that takes.
 */
export async function requeueJobs(
  sql: Pick<Db, '$executeRaw'>,
  { queue, ids, forMs }: { queue: string; ids: readonly string[]; forMs: number },
): Promise<void> {
  await sql.$executeRaw`
    update pgboss.job
    set state = case when retry_count > 0 then 'retry' else 'created' end::pgboss.job_state,
        started_on = null, heartbeat_on = null, start_after = now() + make_interval(secs => ${forMs / 1_000}::float8)
    where name = ${queue} and id = any (${ids}::uuid[]) and state = 'active'`;
}
