import type { Tx } from '#/lib/db/client.ts';

const BATCH = 1_000;

/** Running timers that have no wake-up to complete them at their cap. */
export async function listUnguardedIds(
  tx: Pick<Tx, '$queryRaw'>,
  kind: string,
): Promise<{ id: string; userId: string }[]> {
  return tx.$queryRaw`
    select t.id, t.user_id as "userId" from timers t
    where t.status = 'running' and not exists (
      select 1 from wakeups w where w.kind = ${kind} and w.subject_id = t.id)
    limit ${BATCH}`;
}
