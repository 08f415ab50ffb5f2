import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { log } from '#/lib/core/log.ts';
import { findHold } from '#/lib/engine/hold/hold-query.ts';
import {
  claimWakeup,
  deleteFiredWakeup,
  findNextDueAt,
  listDueWakeups,
  postponeWakeup,
  type Wakeup,
} from '#/lib/engine/wakeups/wakeup-store.ts';

const BATCH = 100;
/**
 * Handlers spend most of their time waiting for the database: running several at once keeps simultaneous wake-ups on
 * time.
 */
const CONCURRENCY = 4;
/** When to check again on a wake-up that another worker is handling, in case that fails. */
const HELD_MS = 20;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 300_000;

/** A context without an actor: the handler determines for whom it acts. */
export type WakeupCtx = Omit<TxCtx, 'actor'>;
export type WakeupHandler = (ctx: WakeupCtx, subjectId: string) => Promise<void>;
export type WakeupHandlers = Readonly<Record<string, WakeupHandler>>;

/**
 * One pass: calls the handler of everything due, several at a time, those of one subject one after the other, and
 * returns the next due instant, or null, as while the engine is on hold. Workers share due wake-ups: one that a worker
 * is handling is left to it. A handler still locks what it changes and checks the state again. The row is not locked,
 * since verbs lock the person before the wake-up; the other order would deadlock.
 */
export async function fireWakeups(ctx: Omit<Ctx, 'actor'>, handlers: WakeupHandlers): Promise<Date | null> {
  const now = await ctx.clock.now(ctx.db);
  const due = await listDueWakeups(ctx.db, now, BATCH);
  const subjects = Map.groupBy(due, ({ subjectId }) => subjectId).values();
  let fired = 0;
  const queue = async () => {
    for (const wakeups of subjects) {
      for (const wakeup of wakeups) if (await fireOne(ctx, handlers, wakeup, now)) fired += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, queue));
  if (due.length > 0 && fired === 0 && (await findHold(ctx.db))) return null;
  const next = await findNextDueAt(ctx.db);
  const isHeld = due.length > 0 && fired === 0 && next !== null && next <= now;
  return isHeld ? new Date(now.getTime() + HELD_MS) : next;
}

/** Returns false when another worker is handling it or has handled it. */
async function fireOne(ctx: Omit<Ctx, 'actor'>, handlers: WakeupHandlers, wakeup: Wakeup, now: Date): Promise<boolean> {
  try {
    const handler = handlers[wakeup.kind];
    if (!handler)
      throw new Error(`no handler for wake-ups of kind ${wakeup.kind}; is this worker older than the data?`);
    const isOurs = await transaction(ctx, async (inner) => {
      if (!(await claimWakeup(inner.tx, wakeup))) return false;
      await handler(inner, wakeup.subjectId);
      await deleteFiredWakeup(inner.tx, wakeup);
      return true;
    });
    if (isOurs) {
      const lateMs = now.getTime() - wakeup.dueAt.getTime();
      log.info({ kind: wakeup.kind, subject: wakeup.subjectId, late_ms: lateMs }, 'fired');
    }
    return isOurs;
  } catch (error) {
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** wakeup.failures);
    log.error({ err: error, kind: wakeup.kind, subject: wakeup.subjectId, retry_ms: wait }, 'wake-up failed');
    await postponeWakeup(ctx.db, wakeup, new Date(now.getTime() + wait));
    return true;
  }
}
