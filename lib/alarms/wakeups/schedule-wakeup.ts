import type { TxCtx } from '#/lib/accounts/context.ts';
import { hintDue } from '#/lib/alarms/due-hint.ts';
import { deleteWakeup, upsertWakeup } from '#/lib/alarms/wakeups/wakeup-store.ts';
import { MS_US } from '#/lib/core/micros.ts';

/**
 * Asks the engine to call the verb registered for `kind` at `dueAt`, or no more when that is null. One wake-up per kind
 * and subject: moving the deadline moves the row. Part of the caller's transaction; the workers hear of it after the
 * commit when it is due soon.
 */
export async function scheduleWakeup(
  ctx: Pick<TxCtx, 'tx' | 'afterCommit' | 'clock'>,
  wakeup: { kind: string; subjectId: string; dueAt: Date | null },
): Promise<void> {
  const { kind, subjectId, dueAt } = wakeup;
  if (!dueAt) return deleteWakeup(ctx.tx, kind, subjectId);
  await upsertWakeup(ctx.tx, { kind, subjectId, dueAt });
  const now = await ctx.clock.now(ctx.tx);
  ctx.afterCommit.add((db) => hintDue(db, dueAt.getTime() * MS_US, now.getTime() * MS_US));
}
