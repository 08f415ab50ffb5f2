import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL for the instant at which somebody's day begins: when the clock in their zone first shows its hour on that date, or
 * a later one; null for null. Where clocks go back over the hour (midnight in Havana and the Azores, two o'clock in
 * Berlin) it comes twice: Postgres means the second, the day begins with the first. That one is found by the offset that
 * held some hours before, if it does fall on this very hour. Where the hour is skipped (midnight in Cairo) the day begins
 * with the change; Postgres goes on from it by as much as the hour lies behind the beginning of the gap, so the change
 * is looked for, minute by minute, in the gap's length.
 */
export function startOfDay(day: Prisma.Sql, { timeZone, dayStartHour }: DayRule): Prisma.Sql {
  const hour = Prisma.sql`((${day})::timestamp + make_interval(hours => ${dayStartHour}::int))`;
  const second = Prisma.sql`(${hour} at time zone ${timeZone})`;
  const first = Prisma.sql`((${hour} - interval '3 hours') at time zone ${timeZone} + interval '3 hours')`;
  const shown = Prisma.sql`(${second} at time zone ${timeZone})`;
  return Prisma.sql`case
    when ${shown} <> ${hour} then (
      select min(instant) from generate_series(${second} - (${shown} - ${hour}), ${second}, interval '1 minute') as instant
      where instant at time zone ${timeZone} >= ${hour})
    when ${first} at time zone ${timeZone} = ${hour} then least(${first}, ${second})
    else ${second} end`;
}

/** SQL for the date of the day that the wall clock of an instant names; at a clock change it may be the one beside. */
export function dayOnTheWall(instant: Prisma.Sql, { timeZone, dayStartHour }: DayRule): Prisma.Sql {
  return Prisma.sql`date_trunc('day', (${instant}) at time zone ${timeZone} - make_interval(hours => ${dayStartHour}::int))`;
}
