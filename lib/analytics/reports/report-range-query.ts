import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { Period } from '#/lib/analytics/reports/report-filter.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import type { Tx } from '#/lib/db/client.ts';
import { findLocalRange } from '#/lib/tracking/days/local-range-query.ts';

type RangeInput = { from: string | Date; to: string | Date; time_zone?: string | undefined };
export type ReportRange = {
  /** The caller's rule for days, with which they read the report. */
  rule: DayRule;
  from: Date;
  to: Date;
  weekStart: number;
  period: Period;
  /** A period of the same length, just before it. */
  previous: Period & { startsAt: Date; endsAt: Date };
};

/**
 * The instants of a range for the caller, and the period whose time it covers.
 * @throws AppError 400 `time_zone_unknown`, `range_invalid`
 */
export async function findReportRange(
  tx: Pick<Tx, '$queryRaw' | 'user'>,
  userId: string,
  range: RangeInput,
): Promise<ReportRange> {
  const own = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { timeZone: true, dayStartHour: true, weekStart: true },
  });
  const timeZone = range.time_zone ?? own.timeZone;
  if (!isTimeZone(timeZone)) throw unknownZone(timeZone);
  const rule = { timeZone, dayStartHour: own.dayStartHour };
  const { from, to } = (await findLocalRange(tx, range, rule)) as { from: Date; to: Date };
  const shared = range.time_zone === undefined ? null : rule;
  const { weekStart } = own;
  if (range.from instanceof Date || range.to instanceof Date) {
    const startsAt = new Date(2 * from.getTime() - to.getTime());
    const period = { kind: 'instants' as const, from, to, rule: shared };
    return {
      rule,
      from,
      to,
      weekStart,
      period,
      previous: { ...period, from: startsAt, to: from, startsAt, endsAt: from },
    };
  }
  const days = daysBefore(range.from, range.to);
  const before = (await findLocalRange(tx, days, rule)) as { from: Date; to: Date };
  const bounds = { startsAt: before.from, endsAt: before.to };
  if (shared) {
    const period = { kind: 'instants' as const, from, to, rule: shared };
    return { rule, from, to, weekStart, period, previous: { ...period, ...before, ...bounds } };
  }
  const period = { kind: 'days' as const, from: range.from, to: range.to };
  return { rule, from, to, weekStart, period, previous: { kind: 'days', ...days, ...bounds } };
}

/** The same number of days, just before. */
function daysBefore(from: string, to: string): { from: string; to: string } {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return { from: dayOf(2 * first - last - DAY_MS), to: dayOf(first - DAY_MS) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function unknownZone(name: string): AppError {
  return new AppError('time_zone_unknown', {
    detail: `"${name}" is not an IANA time zone. Write one such as "Europe/Berlin" or "UTC".`,
    fields: [{ pointer: '#/query/time_zone', detail: 'is not an IANA time zone' }],
  });
}
