import { lockStartPolicy, type StartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';

export type LockedPeople = { policyOf: Map<string, StartPolicy>; now: Date };

/**
 * Locks these people in the order used everywhere, the workspace before them, and returns the rules by which their time
 * is recorded; a former member has none.
 */
export async function lockPeople(ctx: TxCtx, userIds: readonly string[]): Promise<LockedPeople> {
  const policyOf = new Map<string, StartPolicy>();
  for (const userId of userIds) {
    const startPolicy = await lockStartPolicy(ctx.tx, ctx.actor.workspaceId, userId);
    if (startPolicy) policyOf.set(userId, startPolicy);
  }
  let now = await ctx.clock.now(ctx.tx);
  for (const userId of [...userIds].sort()) {
    const latest = await lockClock(ctx, userId);
    if (latest > now) now = latest;
  }
  return { policyOf, now };
}
