import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type DaysBegun = { weekday: number; days: number };

/** How many of each day of the week have begun by now between two instants, by this rule. */
export async function countDaysBegun(
  tx: Pick<Tx, '$queryRaw'>,
  { rule, from, to, now }: { rule: DayRule; from: Date; to: Date; now: Date },
): Promise<DaysBegun[]> {
  const begins = Prisma.sql`${rule.timeZone}, ${rule.dayStartHour}::int`;
  return tx.$queryRaw<DaysBegun[]>`
    select extract(isodow from first + n)::int as weekday, count(*)::int as days
    from local_day(${from}::timestamptz, ${begins}) as first,
         local_day(${to}::timestamptz - interval '1 microsecond', ${begins}) as last,
         local_day(${now}::timestamptz, ${begins}) as today,
         generate_series(0, least(last, today) - first) as n
    group by 1`;
}
