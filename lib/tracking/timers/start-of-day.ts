import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL for the instant at which a calendar day begins in a zone; null for null. Where clocks go back over midnight
 * (Havana, the Azores) midnight comes twice: Postgres means the second, the day begins with the first. That one is
 * found by the offset that held some hours before, if it does fall on this midnight. Where midnight is skipped (Cairo)
 * the day begins with the change.
 */
export function startOfDay(day: Prisma.Sql, timeZone: string): Prisma.Sql {
  const midnight = Prisma.sql`(${day})::timestamp`;
  const second = Prisma.sql`(${midnight} at time zone ${timeZone})`;
  const first = Prisma.sql`((${midnight} - interval '3 hours') at time zone ${timeZone} + interval '3 hours')`;
  return Prisma.sql`case when ${first} at time zone ${timeZone} = ${midnight} then least(${first}, ${second}) else ${second} end`;
}
