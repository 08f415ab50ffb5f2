import type { ApiAnswer } from '#/test/api-client.ts';
import type { Scene } from '#/test/contract/scene.ts';

/** Both tables a search of alarms reads: it waits for them, and is ended there. */
const HOLD = 'lock table alarms, alarm_history in access exclusive mode';
const WAITING = `select pg_cancel_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query ilike '%alarm%'`;
/** One at work, twenty that wait, and one more. */
const TOO_MANY = 22;

/**
 * What a search answers whose statement is ended by the database, as its time limit would end it. Holds for any search
 * of alarms, and takes no time.
 */
export async function tooSlowly(scene: Scene, path: string): Promise<ApiAnswer<unknown>> {
  const [answer] = await endedByDatabase(scene, [path]);
  return answer as ApiAnswer<unknown>;
}

/** What a search answers for which too many of the workspace wait. */
export async function tooMany(scene: Scene, path: string): Promise<ApiAnswer<unknown>> {
  const answers = await endedByDatabase(scene, Array<string>(TOO_MANY).fill(path));
  const isRefused = ({ body }: ApiAnswer<unknown>) => (body as { code?: string }).code === 'too_many_searches';
  return (answers.find(isRefused) ?? answers[0]) as ApiAnswer<unknown>;
}

async function endedByDatabase({ world, api }: Scene, paths: string[]): Promise<ApiAnswer<unknown>[]> {
  const holder = await world.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(HOLD);
    const asked = paths.map((path) => api('GET', path));
    // Of many the first answers by itself: it is refused before it asks the database.
    if (asked.length > 1) await Promise.race(asked);
    const answers = Promise.all(asked);
    let isWaiting = true;
    answers.finally(() => {
      isWaiting = false;
    });
    while (isWaiting) await world.database.pool.query(WAITING);
    return await answers;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
