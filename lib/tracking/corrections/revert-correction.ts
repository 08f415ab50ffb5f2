import { lockStartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { authorizeClosedTime } from '#/lib/tracking/corrections/authorize-closed-time.ts';
import {
  beforeCorrection,
  type Correction,
  type CorrectionItem,
  type TimerFacts,
} from '#/lib/tracking/corrections/correction.ts';
import { findCorrection, insertCorrection } from '#/lib/tracking/corrections/correction-store.ts';
import { type CreatedCorrection, itemOf } from '#/lib/tracking/corrections/create-correction.ts';
import { effectOf } from '#/lib/tracking/corrections/effect.ts';
import { lockTimers } from '#/lib/tracking/corrections/lock-timers.ts';
import { notifyOwners } from '#/lib/tracking/corrections/notify-owners.ts';
import { recordCorrection } from '#/lib/tracking/corrections/record-correction.ts';
import { assertNotCorrected, saveCorrected } from '#/lib/tracking/corrections/save-corrected.ts';
import { settle } from '#/lib/tracking/deadlines/due.ts';
import { recordCapQuestion } from '#/lib/tracking/questions/record-cap-question.ts';
import { assertTimersEnabled } from '#/lib/tracking/timers/start-policy.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Reverts a correction: restores each of its timers exactly as before it, with a new version. That is a correction too,
 * and can be reverted itself.
 * @throws AppError 404 `correction_not_found`; 409 `correction_reverted` when it was already reverted; 412 when a timer
 * has changed since; 409 `time_overlaps` when its time was taken meanwhile; 409 `timers_disabled` when a timer would
 * run again; 409 `time_closed`; 400 without a reason for others' time
 */
export async function revertCorrection(ctx: Ctx, id: string, reason: string): Promise<CreatedCorrection> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, (tx) => revertedOf(tx, id, reason));
}

/** The same, inside a transaction; null needs no reason yet. */
export async function revertedOf(ctx: TxCtx, id: string, reason: string | null): Promise<CreatedCorrection> {
  const { workspaceId, userId } = ctx.actor;
  const reverted = await findCorrection(ctx.tx, workspaceId, id);
  if (!reverted) throw notFound('correction');
  // Of two concurrent reverts, the later one finds newer versions.
  if (reverted.revertedBy) throw revertedBefore();
  await makeRoomForRunning(ctx, reverted.items);
  const { corrected, now } = await lockReverted(ctx, reverted.items, reason);
  await assertNotCorrected(ctx, corrected, now, true);
  const closed = await authorizeClosedTime(ctx, corrected, reason, now);
  const comment = reason ?? '';
  const correction: Correction = {
    id: newId(),
    workspaceId,
    createdBy: userId,
    reason: comment,
    createdAt: now,
    revertsId: id,
    items: corrected.map(itemOf),
  };
  const effect = await effectOf(ctx, { timers: corrected, closed }, now, async () => {
    await saveCorrected(ctx, corrected, { id: correction.id, comment }, now);
    for (const { reached, after } of corrected) if (reached) await recordCapQuestion(ctx, reached, after, now);
  });
  await insertCorrection(ctx.tx, correction);
  await recordCorrection(ctx, correction, 'correction.reverted');
  await notifyOwners(ctx, correction);
  return { correction, effect, now };
}

async function lockReverted(ctx: TxCtx, items: readonly CorrectionItem[], reason: string | null) {
  const wanted = items.map((item) => ({ id: item.timerId, version: item.versionAfter }));
  const alsoOwners = items.flatMap(({ before, after }) => (before.userId === after.userId ? [] : before.userId));
  const { timers, now } = await lockTimers(ctx, wanted, { reason, alsoOwners });
  const corrected = items.map(({ timerId, before }) => {
    const timer = timers.get(timerId) as Timer;
    return { before: timer, ...broughtBack(timer, before, now) };
  });
  return { corrected, now };
}

/**
 * The restored timer. Its cap may have passed since the correction stopped it earlier; then it ends as if it had not
 * been stopped. `reached`: before applying its cap.
 */
function broughtBack(timer: Timer, facts: TimerFacts, now: Date): { after: Timer; reached: Timer | null } {
  const back = beforeCorrection(timer, facts);
  const after = { ...settle(back, now), version: back.version, updatedAt: now };
  return { after, reached: after.status === 'completed' && back.status !== 'completed' ? back : null };
}

/**
 * A timer that a correction stopped runs again, so its owner must be allowed to start one. Checked before locking any
 * person, as everywhere. @throws AppError 404 `member_not_found`; 409 `timers_disabled`
 */
async function makeRoomForRunning(ctx: TxCtx, items: readonly CorrectionItem[]): Promise<void> {
  const again = items.filter(({ before, after }) => before.status === 'running' && after.status !== 'running');
  for (const userId of new Set(again.map((item) => item.userId))) {
    const startPolicy = await lockStartPolicy(ctx.tx, ctx.actor.workspaceId, userId);
    if (!startPolicy) throw notFound('member');
    assertTimersEnabled(startPolicy);
  }
}

function revertedBefore(): AppError {
  return new AppError('correction_reverted');
}
