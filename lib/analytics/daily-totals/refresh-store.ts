import type { Tx } from '#/lib/db/client.ts';

/**
 * One refresh, in a transaction whose statements all see one snapshot (repeatable read). With CONCURRENTLY readers are
 * not blocked; two concurrent refreshes wait for each other, and the second fails, since it would merge into rows that
 * it can't see: the next pass follows. Sorting in memory halves the time. Also updates statistics: until autovacuum
 * runs, the planner believes that a newly filled view is empty. Sums are built from the totals refreshed just before.
 */
export async function refreshView(tx: Tx, startedAt: Date): Promise<number> {
  await tx.$executeRaw`set local work_mem = '256MB'`;
  const changes = await tx.$queryRaw<{ count: number }[]>`
    select (select count(*) from changed_timers)::int + (select count(*) from changed_day_rules)::int as count`;
  await tx.$executeRaw`refresh materialized view concurrently daily_totals`;
  await tx.$executeRaw`refresh materialized view concurrently daily_sums`;
  await tx.$executeRaw`refresh materialized view concurrently ticket_totals`;
  await tx.$executeRaw`refresh materialized view concurrently adjusted_timers`;
  await tx.$executeRaw`analyze daily_totals, daily_sums, ticket_totals, adjusted_timers`;
  await tx.$executeRaw`delete from changed_timers`;
  await tx.$executeRaw`delete from changed_day_rules`;
  await tx.$executeRaw`
    insert into daily_totals_refreshes (refreshed_at, summed_at, adjusted_at, duration_ms)
    values (${startedAt}, ${startedAt}, ${startedAt}, extract(epoch from clock_timestamp() - now()) * 1000)
    on conflict (only_one) do update
      set refreshed_at = excluded.refreshed_at, summed_at = excluded.summed_at, adjusted_at = excluded.adjusted_at,
          duration_ms = excluded.duration_ms`;
  return changes[0]?.count ?? 0;
}
