import type { TxCtx } from '#/lib/context/context.ts';
import { findCare } from '#/lib/tracking/presence/care-query.ts';
import { absenceOf } from '#/lib/tracking/presence/presence.ts';
import { findAwakeAt, savePresence } from '#/lib/tracking/presence/presence-store.ts';
import { askQuestion } from '#/lib/tracking/questions/ask-question.ts';
import { isEnded, type Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Records that the owner of a timer is present, since they acted on it, and asks about the absence that this ends. A
 * key acts for its owner, but does not show that a page is open; and a page counts from its first heartbeat on: without
 * heartbeats, an absence can't be detected. Returns the timer with its updated presence. The owner is locked.
 */
export async function recordSeen(
  ctx: TxCtx,
  timer: Timer,
  now: Date,
  { seenAt = now, isHeartbeat = false }: { seenAt?: Date; isHeartbeat?: boolean } = {},
): Promise<Timer> {
  const { credential, userId } = ctx.actor;
  if (isEnded(timer) || credential.kind === 'worker' || userId !== timer.userId) return timer;
  const isPage = credential.kind === 'session';
  const awakeAt = isPage ? await findAwakeAt(ctx.tx, timer.id) : null;
  await savePresence(ctx.tx, {
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
