import type { Period } from '#/lib/analytics/reports/report-filter.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** The zone and the hour that define when days of `users u` begin in a report. */
export function dayRuleOf(period: Period): { zone: Prisma.Sql; hour: Prisma.Sql } {
  const rule = period.kind === 'instants' ? period.rule : null;
  if (!rule) return { zone: Prisma.sql`u.time_zone`, hour: Prisma.sql`u.day_start_hour` };
  return { zone: Prisma.sql`${rule.timeZone}::text`, hour: Prisma.sql`${rule.dayStartHour}::int` };
}

/**
 * Instants that enclose the whole period, in any member's zone: for an index. A person's day may begin 14 hours before
 * that of UTC, and end 12 hours plus their hour after it.
 */
export function widestBounds(period: Period): { from: Prisma.Sql; to: Prisma.Sql } {
  if (period.kind === 'instants') {
    return { from: Prisma.sql`${period.from}::timestamptz`, to: Prisma.sql`${period.to}::timestamptz` };
  }
  return {
    from: Prisma.sql`((${period.from}::date - 1)::timestamp at time zone 'UTC')`,
    to: Prisma.sql`((${period.to}::date + 3)::timestamp at time zone 'UTC')`,
  };
}

/** Whether an instant, which is in this day, is in the period. */
export function isInPeriod(period: Period, instant: Prisma.Sql, day: Prisma.Sql): Prisma.Sql {
  if (period.kind === 'days') return Prisma.sql`${day} between ${period.from}::date and ${period.to}::date`;
  return Prisma.sql`(${instant} >= ${period.from} and ${instant} < ${period.to})`;
}
