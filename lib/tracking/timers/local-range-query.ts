import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { InstantRange } from '#/lib/tracking/timers/timer-filter.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-schemas.ts';

const LONGEST_RANGE_MS = 400 * 86_400_000;

/**
 * The instants that `date`, or `from` and `to`, mean in a zone: a day runs from its midnight to the next one there.
 * @throws AppError 400 for an empty range, or one of more than 400 days (totals list each day)
 */
export async function findLocalRange(
  tx: Pick<Tx, '$queryRaw'>,
  query: Pick<ListTimersQuery, 'date' | 'from' | 'to'>,
  timeZone: string,
): Promise<InstantRange> {
  const from = bound(query.date ?? query.from);
  const to = bound(query.date ?? query.to);
  const rows = await tx.$queryRaw<InstantRange[]>`
    select coalesce(${from.instant}::timestamptz, ${from.day}::date::timestamp at time zone ${timeZone}) as "from",
           coalesce(${to.instant}::timestamptz, (${to.day}::date + 1)::timestamp at time zone ${timeZone}) as "to"`;
  const range = rows[0] as InstantRange;
  if (range.from && range.to) refuseBadLength(range.to.getTime() - range.from.getTime());
  return range;
}

function bound(given: string | Date | undefined): { instant: Date | null; day: string | null } {
  return given instanceof Date ? { instant: given, day: null } : { instant: null, day: given ?? null };
}

function refuseBadLength(ms: number): void {
  if (ms > 0 && ms <= LONGEST_RANGE_MS) return;
  const detail =
    ms > 0 ? 'The range is longer than 400 days. Ask for less at a time.' : 'The range ends before it begins.';
  throw new AppError('range_invalid', { status: 400, detail, fields: [{ pointer: '#/query/to', detail }] });
}
