import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL for `with`: whether a view derived from daily totals was refreshed with them, which a worker of an older version
 * that does not know the view does not do. If so, it is as current as they are.
 */
function isCurrent(name: 'summed' | 'adjusted'): Prisma.Sql {
  const [view, refreshedAt] = [Prisma.raw(name), Prisma.raw(`${name}_at`)];
  return Prisma.sql`${view} as materialized (
    select exists (select from daily_totals_refreshes where ${refreshedAt} = refreshed_at) as yes
  )`;
}

/** For sums; see `IS_SUMMED`. */
export const SUMMED = isCurrent('summed');
/** For adjusted timers; see `IS_ADJUSTED`. */
export const ADJUSTED = isCurrent('adjusted');
/** Decided once, as a statement begins: rows under a false condition are not read at all. */
export const IS_SUMMED = Prisma.sql`(select yes from summed)`;
export const IS_ADJUSTED = Prisma.sql`(select yes from adjusted)`;
