import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL for `with`: whether sums were refreshed with daily totals, which a worker of a version that knows no sums does not do.
 * They are as right as these then.
 */
export const SUMMED = Prisma.sql`summed as materialized (
    select exists (select from daily_totals_refreshes where summed_at = refreshed_at) as yes
  )`;
/** The same of adjusted timers. */
export const ADJUSTED = Prisma.sql`adjusted as materialized (
    select exists (select from daily_totals_refreshes where adjusted_at = refreshed_at) as yes
  )`;
/** Decided once, as a statement begins: what is under a condition that does not hold is not read at all. */
export const IS_SUMMED = Prisma.sql`(select yes from summed)`;
export const IS_ADJUSTED = Prisma.sql`(select yes from adjusted)`;
