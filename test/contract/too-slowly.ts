import type { ApiResponse } from '#/test/api-client.ts';
import type { Scene } from '#/test/contract/scene.ts';

const WAITING = `select pg_cancel_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

type SlowRequest = { path: string; body?: object; tables?: string };

/**
 * The response to a query that the database cancels, as its timeout would: it waits for `tables`, by default those of
 * alarms, and is canceled there. Takes no time.
 */
export async function tooSlowly(
  { world, api }: Scene,
  { path, body, tables = 'alarms, alarm_history' }: SlowRequest,
): Promise<ApiResponse<unknown>> {
  const holder = await world.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${tables} in access exclusive mode`);
    const response = api(body ? 'POST' : 'GET', path, body);
    let isWaiting = true;
    response.finally(() => {
      isWaiting = false;
    });
    while (isWaiting) await world.database.pool.query(WAITING);
    return await response;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
