import type { Ctx } from '#/lib/accounts/context.ts';
import type { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { addTallies } from '#/lib/analytics/minutes/minute-store.ts';

/** Adds what this worker has counted to the minutes. What can't be written now is kept for the next time. */
export async function recordAttemptCounts({ db }: Pick<Ctx, 'db'>, tally: AttemptCounter): Promise<void> {
  const taken = tally.take();
  if (taken.length === 0) return;
  try {
    await addTallies(db, taken);
  } catch (error) {
    tally.giveBack(taken);
    throw error;
  }
}
