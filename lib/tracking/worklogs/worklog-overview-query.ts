import type { Tx } from '#/lib/db/client.ts';

export type WorklogCounts = { pushed: number; waiting: number; failed: number };
export type WorklogFailure = { timerId: string; day: string; ticketKey: string | null; error: string; failedAt: Date };

const FAILURES = 20;

/** How many worklogs of a source are pushed, waiting and failed. */
export async function countWorklogs(sql: Pick<Tx, '$queryRaw'>, sourceId: string): Promise<WorklogCounts> {
  const [counts] = await sql.$queryRaw<WorklogCounts[]>`
    select count(*) filter (where state = 'pushed')::integer as pushed,
           count(*) filter (where state in ('sending', 'waiting'))::integer as waiting,
           count(*) filter (where state = 'failed')::integer as failed
    from worklogs where source_id = ${sourceId}::uuid`;
  return counts ?? { pushed: 0, waiting: 0, failed: 0 };
}

/** The newest ones that were given up. */
export async function listFailures(sql: Pick<Tx, '$queryRaw'>, sourceId: string): Promise<WorklogFailure[]> {
  return sql.$queryRaw<WorklogFailure[]>`
    select w.timer_id::text as "timerId", w.day::text as day, k.key as "ticketKey", w.last_error as error,
           w.updated_at as "failedAt"
    from worklogs w
      left join timers t on t.id = w.timer_id
      left join tickets k on k.id = t.ticket_id
    where w.source_id = ${sourceId}::uuid and w.state = 'failed'
    order by w.updated_at desc, w.timer_id, w.day limit ${FAILURES}`;
}
