import { type Admission, lockAdmission } from '#/lib/accounts/workspaces/admission-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';

export type LockedPeople = { admissions: Map<string, Admission>; now: Date };

/**
 * Locks these people in the order in which everybody does, the workspace before them, and says by which rules their
 * time is recorded; who is no member anymore has none.
 */
export async function lockPeople(ctx: TxCtx, userIds: readonly string[]): Promise<LockedPeople> {
  const admissions = new Map<string, Admission>();
  for (const userId of userIds) {
    const admission = await lockAdmission(ctx.tx, ctx.actor.workspaceId, userId);
    if (admission) admissions.set(userId, admission);
  }
  let now = await ctx.clock.now(ctx.tx);
  for (const userId of [...userIds].sort()) {
    const latest = await lockClock(ctx, userId);
    if (latest > now) now = latest;
  }
  return { admissions, now };
}
