import { expect } from 'vitest';
import type { World } from '#/test/world.ts';

const TABLES = [
  'timers',
  'timer_spans',
  'tickets',
  'projects',
  'events',
  'wakeups',
  'idempotency_keys',
  'alarms',
  'alarm_history',
  'alarm_attempts',
  'alarm_keys',
  'webhook_secrets',
];

/** Runs `work` and holds that it left every row of the product's tables as it was: nothing half done. */
export async function leavesAllAsItWas<T>(world: World, work: () => Promise<T>): Promise<T> {
  const before = await rowsOf(world);
  const result = await work();
  expect(await rowsOf(world)).toEqual(before);
  return result;
}

/** How many rows each table has, and a digest of them. */
async function rowsOf(world: World): Promise<unknown> {
  const parts = TABLES.map(
    (table) => `select '${table}' as name, count(*)::int as rows,
      md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest from ${table} as row`,
  );
  return (await world.database.pool.query(parts.join(' union all '))).rows;
}
