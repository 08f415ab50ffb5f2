import type { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { addTallies } from '#/lib/analytics/minutes/minute-store.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** Adds this worker's counts to the minutes. Counts that can't be written now are kept for the next call. */
export async function recordAttemptCounts({ db }: Pick<Ctx, 'db'>, tally: AttemptCounter): Promise<void> {
  const drained = tally.take();
  if (drained.length === 0) return;
  try {
    await addTallies(db, drained);
  } catch (error) {
    tally.restore(drained);
    throw error;
  }
}
