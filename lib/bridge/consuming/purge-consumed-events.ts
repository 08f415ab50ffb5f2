import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { deleteConsumedBefore } from '#/lib/bridge/consuming/consumed-event-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { retentionNow } from '#/lib/feed/retention/retention-clock.ts';

/** Per transaction. */
const BATCH = 5_000;

/**
 * Deletes the records of events past the retention of finished alarms whose own alarms have ended, and returns how
 * many. An event that a broker delivers again after that creates another alarm.
 */
export async function purgeConsumedEvents(
  ctx: Omit<Ctx, 'actor'>,
  { batch = BATCH }: { batch?: number } = {},
): Promise<number> {
  const retentionMs = alarmSettings().env.ALARM_RETENTION_DAYS * DAY_MS;
  const before = new Date((await retentionNow(ctx)).getTime() - retentionMs);
  let count = 0;
  for (;;) {
    const deleted = await transaction(ctx, ({ tx }) => deleteConsumedBefore(tx, { before, limit: batch }));
    count += deleted;
    if (deleted < batch) return count;
  }
}
