import { Prisma } from '#/lib/db/generated/client.ts';
import { LIVE_TOTALS } from '#/lib/tracking/days/live-timers-query.ts';
import { IS_SUMMED, SUMMED } from '#/lib/tracking/days/summed-query.ts';

type StoredSums = {
  workspaceId: string;
  /** On `daily_sums d` and `daily_totals d` alike. */
  condition: Prisma.Sql;
  /** Columns to select from `daily_sums d`. */
  ofSums: Prisma.Sql;
  /** The same from timers by day `p`, which has these columns of daily totals. */
  ofTimers: Prisma.Sql;
  columns: readonly string[];
  /** More of these rows, as SQL after a `union all`. */
  also?: Prisma.Sql;
};

/**
 * SQL for `with`, after `live`, for use by `storedSums`. Days of a member on which a timer has changed are `stale`: no
 * sum of theirs is read, since the longest timer can't be subtracted from one. `condition` is on `daily_totals d`.
 */
export function staleDays(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${SUMMED}, stale as materialized (
    select distinct d.user_id, d.day from ${LIVE_TOTALS} where ${condition}
  )`;
}

/**
 * A query for the time of timers that have not changed since the views were refreshed. Uses sums where possible, less
 * than half as many rows as those of single timers (docs/decisions/0050); timers with time on several days are in no
 * sum.
 */
export function storedSums({ workspaceId, condition, ofSums, ofTimers, columns, also }: StoredSums): Prisma.Sql {
  const columnList = Prisma.raw(columns.map((column) => `d.${column}`).join(', '));
  const isStored = Prisma.sql`${condition} and ${IS_UNCHANGED}`;
  return Prisma.sql`
    select ${ofSums} from daily_sums d
    where ${condition} and ${IS_SUMMED}
      and not exists (select from stale where stale.user_id = d.user_id and stale.day = d.day)
    union all
    select ${ofTimers} from (
      select ${columnList} from daily_totals d where ${isStored} and not d.is_whole and ${IS_SUMMED}
      union all
      select ${columnList} from ${totalsOfDays(workspaceId, Prisma.sql`stale`)} where ${isStored} and d.is_whole and ${IS_SUMMED}
      union all
      select ${columnList} from daily_totals d where ${isStored} and not ${IS_SUMMED}
      ${also ? Prisma.sql`union all ${also}` : Prisma.empty}
    ) p`;
}

/** The condition on `daily_totals d` of timers that have not changed since. */
export const IS_UNCHANGED = Prisma.sql`not exists (select from live where live.timer_id = d.timer_id)`;

/**
 * SQL for `from`: the rows of `daily_totals` as `d` for days of members, each day looked up by itself, before any other
 * condition: else `IS_UNCHANGED` would scan `live` once for each day.
 */
export function totalsOfDays(workspaceId: string, memberDays: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    select looked.* from ${memberDays} as requested cross join lateral (
      select * from daily_totals one
      where one.workspace_id = ${workspaceId}::uuid and one.user_id = requested.user_id and one.day = requested.day offset 0) looked
    offset 0) d`;
}
