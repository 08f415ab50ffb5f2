import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { InstantRange } from '#/lib/tracking/timers/timer-filter.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';

const MAX_DAYS = 400;

type RangeInput = Pick<ListTimersQuery, 'date' | 'from' | 'to'>;

/**
 * The instants that `date`, or `from` and `to`, mean for a person: a day runs from its start to that of the next.
 * @throws AppError 400 for an empty range, or one of more than 400 days (totals list each day)
 */
export async function findLocalRange(
  tx: Pick<Tx, '$queryRaw'>,
  query: RangeInput,
  rule: DayRule,
): Promise<InstantRange> {
  const from = bound(query.date ?? query.from);
  const to = bound(query.date ?? query.to);
  const begins = Prisma.sql`${rule.timeZone}, ${rule.dayStartHour}::int`;
  const rows = await tx.$queryRaw<InstantRange[]>`
    select coalesce(${from.instant}::timestamptz, start_of_day(${from.day}::date, ${begins})) as "from",
           coalesce(${to.instant}::timestamptz, start_of_day(${to.day}::date + 1, ${begins})) as "to"`;
  const range = rows[0] as InstantRange;
  rejectBadRange(range, query);
  return range;
}

function bound(given: string | Date | undefined): { instant: Date | null; day: string | null } {
  return given instanceof Date ? { instant: given, day: null } : { instant: null, day: given ?? null };
}

function rejectBadRange({ from, to }: InstantRange, query: RangeInput): void {
  if (!from || !to) return;
  if (to <= from) throw rangeInvalid('The range must end after it begins.', query);
  // Rounded: 400 days can be an hour longer, or shorter, where clocks change.
  const days = Math.round((to.getTime() - from.getTime()) / DAY_MS);
  if (days > MAX_DAYS) throw rangeInvalid('The range is longer than 400 days. Ask for less at a time.', query);
}

function rangeInvalid(detail: string, query: RangeInput): AppError {
  const pointer = query.date ? '#/query/date' : '#/query/to';
  return new AppError('range_invalid', { detail, fields: [{ pointer, detail }] });
}
