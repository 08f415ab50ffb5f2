import { listShorterRetentions } from '#/lib/accounts/workspaces/retention-query.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { pruneAlarmsBefore } from '#/lib/engine/retention/prune-alarms-query.ts';
import { retentionNow } from '#/lib/feed/retention/retention-clock.ts';

/** Small enough that writers to the same pages don't wait long. */
const AT_A_TIME = 1_000;

/**
 * Deletes the finished alarms of workspaces that keep them for fewer days than the server, and returns how many were
 * deleted. By whole UTC days, as the server drops its partitions: a day goes once all of it is past the retention.
 */
export async function pruneAlarms(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const now = await retentionNow(ctx);
  let purged = 0;
  for (const { id, days } of await listShorterRetentions(ctx.db, alarmSettings().env.ALARM_RETENTION_DAYS)) {
    const before = startOfUtcDay(now.getTime() - days * DAY_MS);
    for (let count = AT_A_TIME; count === AT_A_TIME; purged += count) {
      count = await transaction(ctx, ({ tx }) => pruneAlarmsBefore(tx, id, { before, limit: AT_A_TIME }));
    }
  }
  return purged;
}

function startOfUtcDay(instant: number): Date {
  return new Date(Math.floor(instant / DAY_MS) * DAY_MS);
}
