import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import {
  deleteFiredWakeup,
  findNextDueAt,
  listDueWakeups,
  postponeWakeup,
  type Wakeup,
} from '#/lib/alarms/wakeups/wakeup-store.ts';
import { log } from '#/lib/core/log.ts';

const BATCH = 100;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;

/** A context without an actor: the handler finds out for whom it acts. */
export type WakeupCtx = Omit<TxCtx, 'actor'>;
export type WakeupHandler = (ctx: WakeupCtx, subjectId: string) => Promise<void>;
export type WakeupHandlers = Readonly<Record<string, WakeupHandler>>;

/**
 * One pass: calls the handler of everything due and returns the next due instant, or null. Several workers may run it
 * at once: a handler locks what it changes, looks at the state again and finds nothing left to do the second time.
 * The row is not locked first, since verbs lock the person before the wake-up; the other order would deadlock.
 */
export async function fireWakeups(ctx: Omit<Ctx, 'actor'>, handlers: WakeupHandlers): Promise<Date | null> {
  const now = await ctx.clock.now(ctx.db);
  const due = await listDueWakeups(ctx.db, now, BATCH);
  for (const wakeup of due) await fireOne(ctx, handlers, wakeup, now);
  return findNextDueAt(ctx.db);
}

async function fireOne(ctx: Omit<Ctx, 'actor'>, handlers: WakeupHandlers, wakeup: Wakeup, now: Date): Promise<void> {
  try {
    const handler = handlers[wakeup.kind];
    if (!handler)
      throw new Error(`no handler for wake-ups of kind ${wakeup.kind}; is this worker older than the data?`);
    await transaction(ctx, async (inner) => {
      await handler(inner, wakeup.subjectId);
      await deleteFiredWakeup(inner.tx, wakeup);
    });
    log.info(
      { kind: wakeup.kind, subject: wakeup.subjectId, late_ms: now.getTime() - wakeup.dueAt.getTime() },
      'fired',
    );
  } catch (error) {
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** wakeup.failures);
    log.error({ err: error, kind: wakeup.kind, subject: wakeup.subjectId, retry_ms: wait }, 'wake-up failed');
    await postponeWakeup(ctx.db, wakeup, new Date(now.getTime() + wait));
  }
}
