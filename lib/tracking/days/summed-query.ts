import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL for `with`: whether a view that stands beside daily totals was refreshed with them, which a worker of a version that does
 * not know it leaves out. It is as right as these then.
 */
function isCurrent(name: 'summed' | 'adjusted'): Prisma.Sql {
  const [view, refreshedAt] = [Prisma.raw(name), Prisma.raw(`${name}_at`)];
  return Prisma.sql`${view} as materialized (
    select exists (select from daily_totals_refreshes where ${refreshedAt} = refreshed_at) as yes
  )`;
}

/** Of sums; `IS_SUMMED` asks for it. */
export const SUMMED = isCurrent('summed');
/** Of adjusted timers; `IS_ADJUSTED` asks for it. */
export const ADJUSTED = isCurrent('adjusted');
/** Decided once, as a statement begins: what is under a condition that does not hold is not read at all. */
export const IS_SUMMED = Prisma.sql`(select yes from summed)`;
export const IS_ADJUSTED = Prisma.sql`(select yes from adjusted)`;
