import type { Ctx } from '#/lib/accounts/context.ts';
import { addTallies } from '#/lib/analytics/minutes/minute-store.ts';
import type { TriesTally } from '#/lib/analytics/minutes/tries-tally.ts';

/** Adds what this worker has counted to the minutes. What can't be written now is kept for the next time. */
export async function tellTries({ db }: Pick<Ctx, 'db'>, tally: TriesTally): Promise<void> {
  const taken = tally.take();
  if (taken.length === 0) return;
  try {
    await addTallies(db, taken);
  } catch (error) {
    tally.giveBack(taken);
    throw error;
  }
}
