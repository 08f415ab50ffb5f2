import {
  countMismatches,
  countWrongAdjustments,
  countWrongSums,
} from '#/lib/analytics/daily-totals/reconcile-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { adjustmentsMismatched, sumsMismatched, totalsMismatched } from '#/lib/core/metrics.ts';

/**
 * Compares daily totals with their spans, sums with daily totals, and adjusted timers with answers and corrections, and
 * logs how many differ: a change must have bypassed the triggers, or a refresh has missed one of ours. The next refresh
 * counts everything again and so repairs them. Returns how many there were.
 */
export async function reconcileDailyTotals({ db }: Omit<Ctx, 'actor'>): Promise<number> {
  const count = await countMismatches(db);
  if (count > 0) log.error({ count }, 'daily totals differ from the spans they were counted from');
  totalsMismatched.inc(count);
  const sums = await countWrongSums(db);
  if (sums > 0) log.error({ count: sums }, 'sums differ from the daily totals that they were added up from');
  sumsMismatched.inc(sums);
  const adjustments = await countWrongAdjustments(db);
  if (adjustments > 0)
    log.error({ count: adjustments }, 'adjustments differ from the answers and corrections they were counted from');
  adjustmentsMismatched.inc(adjustments);
  return count + sums + adjustments;
}
