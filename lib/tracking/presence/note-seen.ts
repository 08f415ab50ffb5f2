import type { TxCtx } from '#/lib/accounts/context.ts';
import { findCare } from '#/lib/tracking/presence/care-query.ts';
import { absenceOf } from '#/lib/tracking/presence/presence.ts';
import { findAwakeAt, saveSight } from '#/lib/tracking/presence/presence-store.ts';
import { askQuestion } from '#/lib/tracking/questions/ask-question.ts';
import { isEnded, type Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Notes that the owner of a timer is there, since they do something about it, and asks about the absence that ends with
 * this. A key acts for its owner, but is no sign of a page that runs; and a page counts from its first heartbeat on: of
 * one that sends none, nobody knows whether it was gone. Answers the timer with what is known now. The owner is locked.
 */
export async function noteSeen(
  ctx: TxCtx,
  timer: Timer,
  now: Date,
  { seenAt = now, isHeartbeat = false }: { seenAt?: Date; isHeartbeat?: boolean } = {},
): Promise<Timer> {
  const { credential, userId } = ctx.actor;
  if (isEnded(timer) || credential.kind === 'worker' || userId !== timer.userId) return timer;
  const isPage = credential.kind === 'session';
  const awakeAt = isPage ? await findAwakeAt(ctx.tx, timer.id) : null;
  await saveSight(ctx.tx, {
    timerId: timer.id,
    workspaceId: timer.workspaceId,
    userId,
    seenAt,
    awakeAt: isHeartbeat || awakeAt ? now : null,
  });
  if (awakeAt && timer.status === 'running') await askAboutAbsence(ctx, timer, awakeAt, now);
  return { ...timer, lastSeenAt: timer.lastSeenAt && timer.lastSeenAt > seenAt ? timer.lastSeenAt : seenAt };
}

async function askAboutAbsence(ctx: TxCtx, timer: Timer, awakeAt: Date, now: Date): Promise<void> {
  const gap = absenceOf(timer.spans, awakeAt, now, await findCare(ctx.tx, timer));
  if (gap) await askQuestion(ctx, timer, { kind: 'absence', awayFrom: gap.from, awayTo: gap.to, dueAt: gap.to }, now);
}
