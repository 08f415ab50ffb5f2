import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { deleteWakeups, upsertWakeups } from '#/lib/engine/wakeups/wakeup-store.ts';

/**
 * Schedules calls of the handlers registered for these kinds at these instants; null removes one. One wake-up per kind
 * and subject: rescheduling updates the row. Part of the caller's transaction; workers are notified after the commit
 * when one is due soon. `at` is the caller's instant, by default the clock's.
 */
export async function scheduleWakeups(
  ctx: Pick<TxCtx, 'tx' | 'afterCommit' | 'clock'>,
  subjectId: string,
  dueAtByKind: Readonly<Record<string, Date | null>>,
  at?: Date,
): Promise<void> {
  const entries = Object.entries(dueAtByKind);
  const wanted = entries.flatMap(([kind, dueAt]) => (dueAt ? { kind, dueAt } : []));
  const gone = entries.flatMap(([kind, dueAt]) => (dueAt ? [] : kind));
  if (gone.length > 0) await deleteWakeups(ctx.tx, subjectId, gone);
  if (wanted.length === 0) return;
  await upsertWakeups(ctx.tx, subjectId, wanted);
  const now = at ?? (await ctx.clock.now(ctx.tx));
  const firstMs = Math.min(...wanted.map(({ dueAt }) => dueAt.getTime()));
  ctx.afterCommit.add((db) => notifyAlarmDue(db, firstMs * MS_US, now.getTime() * MS_US));
}
