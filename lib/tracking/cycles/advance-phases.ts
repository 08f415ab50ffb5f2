import type { TxCtx } from '#/lib/context/context.ts';
import { engineActor } from '#/lib/context/engine-actor.ts';
import { findOverdueTimer } from '#/lib/tracking/cycles/cycle-store.ts';
import { findsFreeToBegin } from '#/lib/tracking/cycles/free-to-begin-query.ts';
import { type Due, nextDue } from '#/lib/tracking/deadlines/due.ts';
import { settleStep, settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { findRunningTimer, findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Advances every phase of the person's plans, in any workspace, whose deadline has passed by `now`: in the order of
 * their deadlines, each at exactly its own, however late. The person is locked. Returns how many there were.
 */
export async function advancePhases(ctx: Omit<TxCtx, 'actor'>, userId: string, now: Date): Promise<number> {
  for (let count = 0; ; count += 1) {
    const id = await findOverdueTimer(ctx.tx, userId, now);
    const timer = id && (await findTimerAnywhere(ctx.tx, id));
    const due = timer && nextDue(timer, now);
    if (!due) return count;
    await step({ ...ctx, actor: engineActor(timer) }, timer, due, now);
  }
}

async function step(ctx: TxCtx, timer: Timer, due: Due, now: Date): Promise<void> {
  const mayBegin = due.kind === 'deadline' && due.begins && (await isFree(ctx, timer, due.at, now));
  await settleStep(ctx, timer, due, { now, mayBegin });
}

/** Whether work may start by itself: its owner has worked on nothing else since, and timers are enabled. */
async function isFree(ctx: TxCtx, timer: Timer, at: Date, now: Date): Promise<boolean> {
  const running = await findRunningTimer(ctx.tx, timer.userId);
  // A timer past its cap has ended there, so the time after it is free.
  if (running) await settleTimer({ ...ctx, actor: engineActor(running) }, running, now);
  return findsFreeToBegin(ctx.tx, timer, at);
}
