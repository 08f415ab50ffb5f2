import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { createPartitions, dropPartition, listPartitionsBefore } from '#/lib/engine/partitions/partition-store.ts';
import { retentionNow } from '#/lib/feed/retention/retention-clock.ts';

type System = Omit<Ctx, 'actor'>;

const DAYS_AHEAD = 14;

/** Makes the partitions of today and the two weeks ahead. Safe to call from every process, at any time. */
export async function ensurePartitions(ctx: System): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  // Yesterday's as well: another process may still write rows from before midnight.
  return createPartitions(ctx.db, new Date(now.getTime() - DAY_MS), DAYS_AHEAD + 2);
}

/** Drops the partitions past their retention, and returns how many tables were dropped. */
export async function dropOldPartitions(ctx: System): Promise<number> {
  const now = await retentionNow(ctx);
  const before = new Date(now.getTime() - alarmSettings().env.ALARM_RETENTION_DAYS * DAY_MS);
  const old = await listPartitionsBefore(ctx.db, before);
  for (const partition of old) await dropPartition(ctx.db, partition);
  return old.length;
}
