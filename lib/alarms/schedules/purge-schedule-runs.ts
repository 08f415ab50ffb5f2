import { deleteRunsBefore } from '#/lib/alarms/schedules/schedule-runs-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

const RETENTION_MS = DAY_MS;
/** Per transaction. */
const BATCH = 5_000;

/** Deletes the records of runs a day after their schedule has passed them, and returns how many. Their alarms stay. */
export async function purgeScheduleRuns(
  ctx: Omit<Ctx, 'actor'>,
  { batch = BATCH }: { batch?: number } = {},
): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await transaction(ctx, async ({ tx, clock }) => {
      const before = new Date((await clock.now(tx)).getTime() - RETENTION_MS);
      return deleteRunsBefore(tx, { before, limit: batch });
    });
    count += deleted;
    if (deleted < batch) return count;
  }
}
