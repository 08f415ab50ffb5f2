import type { TxCtx } from '#/lib/accounts/context.ts';
import { deleteWakeup, upsertWakeup } from '#/lib/alarms/wakeups/wakeup-store.ts';

/**
 * Asks the engine to call the verb registered for `kind` at `dueAt`, or no more when that is null. One wake-up per kind
 * and subject: moving the deadline moves the row. Part of the caller's transaction.
 */
export async function scheduleWakeup(
  ctx: Pick<TxCtx, 'tx'>,
  wakeup: { kind: string; subjectId: string; dueAt: Date | null },
): Promise<void> {
  const { kind, subjectId, dueAt } = wakeup;
  if (dueAt) await upsertWakeup(ctx.tx, { kind, subjectId, dueAt });
  else await deleteWakeup(ctx.tx, kind, subjectId);
}
