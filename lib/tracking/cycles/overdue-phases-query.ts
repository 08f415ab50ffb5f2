import type { Tx } from '#/lib/db/client.ts';

const BATCH = 1_000;

/**
 * Open phases with a deadline that nothing will advance: the wake-up is missing, or the deadline was `before` then and
 * has not been applied.
 */
export async function listOverduePhases(
  tx: Pick<Tx, '$queryRaw'>,
  kind: string,
  before: Date,
): Promise<{ timerId: string }[]> {
  return tx.$queryRaw`
    select c.timer_id as "timerId" from timer_cycles c
    where c.ended_at is null and c.due_at is not null and (c.due_at < ${before} or not exists (
      select 1 from wakeups w where w.kind = ${kind} and w.subject_id = c.timer_id))
    limit ${BATCH}`;
}
