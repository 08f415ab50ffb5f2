import { countMismatches } from '#/lib/analytics/daily-totals/reconcile-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { totalsMismatched } from '#/lib/core/metrics.ts';

/**
 * Compares daily totals with the spans that they were counted from, and logs timers where they differ: a change must
 * have bypassed the triggers. The next refresh, which counts everything again, repairs them. Returns how many there
 * were.
 */
export async function reconcileDailyTotals({ db }: Omit<Ctx, 'actor'>): Promise<number> {
  const count = await countMismatches(db);
  if (count > 0) log.error({ count }, 'daily totals differ from the spans they were counted from');
  totalsMismatched.inc(count);
  return count;
}
