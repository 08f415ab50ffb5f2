import type pg from 'pg';

/** Versions by what they lack: the views that they refresh, and the columns for the time of their refresh. */
const VERSIONS = {
  'daily sums': { views: ['daily_totals'], columns: ['refreshed_at'] },
  'adjusted timers': { views: ['daily_totals', 'daily_sums', 'ticket_totals'], columns: ['refreshed_at', 'summed_at'] },
};

/**
 * Refreshes daily totals like a worker of such a version, half an hour after the last refresh, and not the newer views.
 */
export async function refreshWithout(pool: pg.Pool, missing: keyof typeof VERSIONS): Promise<void> {
  const { views, columns } = VERSIONS[missing];
  await pool.query(
    `begin isolation level repeatable read;
     ${views.map((view) => `refresh materialized view concurrently ${view};`).join(' ')}
     delete from changed_timers;
     update daily_totals_refreshes
     set ${columns.map((column) => `${column} = refreshed_at + interval '30 minutes'`).join(', ')};
     commit`,
  );
}
