import { refreshView } from '#/lib/analytics/daily-totals/refresh-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** Ten million spans take minutes; a refresh that takes this long is stuck. */
const MAX_MS = HOUR_MS;
/** How long it waits for a connection. */
const WAIT_MS = 10_000;

type System = Omit<Ctx, 'actor'>;

/**
 * Updates daily totals, and deletes the change records that it has processed. Both see the same snapshot and commit
 * together: anything written meanwhile stays recorded as a change, by whichever clock. Returns how many changes it
 * processed.
 */
export async function refreshDailyTotals({ db, clock }: System): Promise<number> {
  const startedAt = await clock.now(db);
  return db.$transaction((tx) => refreshView(tx, startedAt), {
    isolationLevel: 'RepeatableRead',
    maxWait: WAIT_MS,
    timeout: MAX_MS,
  });
}
