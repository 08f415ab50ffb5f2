import type { ApiAnswer } from '#/test/api-client.ts';
import type { Scene } from '#/test/contract/scene.ts';

/** Both tables a search of alarms reads: it waits for them, and is ended there. */
const HOLD = 'lock table alarms, alarm_history in access exclusive mode';
const WAITING = `select pg_cancel_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query ilike '%alarm%'`;

/**
 * What a search answers whose statement is ended by the database, as its time limit would end it. Holds for any search
 * of alarms, and takes no time.
 */
export async function tooSlowly({ world, api }: Scene, path: string): Promise<ApiAnswer<unknown>> {
  const holder = await world.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(HOLD);
    const answer = api('GET', path);
    let isWaiting = true;
    answer.finally(() => {
      isWaiting = false;
    });
    while (isWaiting) await world.database.pool.query(WAITING);
    return await answer;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
