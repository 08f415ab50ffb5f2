import type { TxCtx } from '#/lib/context/context.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import { phaseNotification } from '#/lib/tracking/cycles/phase-notification.ts';
import { type Due, nextDue, settleOnce } from '#/lib/tracking/deadlines/due.ts';
import { recordCapQuestion } from '#/lib/tracking/questions/record-cap-question.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Completes the timer at its cap if that has passed and stores it; otherwise returns it unchanged. Its phases have
 * already been advanced, with those of the person's other timers (`advancePhases`).
 */
export async function settleTimer(ctx: TxCtx, timer: Timer, now: Date): Promise<Timer> {
  const due = nextDue(timer, now);
  return due?.kind === 'cap' ? settleStep(ctx, timer, due, { now, mayBegin: false }) : timer;
}

/** Applies the one step that is due, at exactly its instant, and stores it. */
export async function settleStep(
  ctx: TxCtx,
  timer: Timer,
  due: Due,
  { now, mayBegin }: { now: Date; mayBegin: boolean },
): Promise<Timer> {
  const next = settleOnce(timer, due, mayBegin);
  const continues = next.cycles.length === timer.cycles.length;
  const type = next.status === 'completed' ? 'timer.completed' : continues ? 'timer.phase_overdue' : null;
  const settled = await saveChange(ctx, timer, next, type, now);
  if (due.kind === 'cap') await recordCapQuestion(ctx, timer, settled, now);
  const notification = due.kind === 'deadline' ? phaseNotification(timer, settled, due.at, now) : null;
  if (notification) await enqueueNotification(ctx, notification);
  return settled;
}
