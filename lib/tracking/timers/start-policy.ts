import { lockStartPolicy, type StartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { noLongerMember } from '#/lib/context/no-longer-member.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { OnConflict } from '#/lib/tracking/timers/timer-input-schemas.ts';

/**
 * The rules for starting or resuming a timer, locked until the transaction ends. The first step of such a verb: the
 * workspace is locked before the person.
 * @throws AppError 403 `forbidden` for an actor who was disabled or removed since they were authenticated
 */
export async function lockOwnStartPolicy(ctx: TxCtx): Promise<StartPolicy> {
  const startPolicy = await lockStartPolicy(ctx.tx, ctx.actor.workspaceId, ctx.actor.userId);
  if (!startPolicy) throw noLongerMember();
  return startPolicy;
}

/** Stopping and pausing are never rejected; starting is, while the workspace is under maintenance. */
export function assertTimersEnabled({ timersDisabledAt }: StartPolicy): void {
  if (!timersDisabledAt) return;
  throw new AppError('timers_disabled', {
    extra: { timers_disabled_at: timersDisabledAt.toISOString() },
  });
}

/** What to do with the running timer, in this workspace or in another one. */
export type ConflictRule = { here: OnConflict; elsewhere: OnConflict };

/** The running timer stays, and the caller gets an error. */
export const REJECT: ConflictRule = { here: 'reject', elsewhere: 'reject' };

/**
 * What to do with the running timer: the caller's choice; else, with the policy that the last one wins, a start ends
 * the other timer and a resume pauses it; else nothing is changed and the caller gets an error. No policy affects
 * another workspace.
 */
export function conflictRule(
  policy: OnConflict | undefined,
  { conflictPolicy }: Pick<StartPolicy, 'conflictPolicy'>,
  verb: 'start' | 'resume',
): ConflictRule {
  if (policy) return { here: policy, elsewhere: policy };
  if (conflictPolicy === 'ask') return REJECT;
  return { ...REJECT, here: verb === 'start' ? 'switch' : 'pause' };
}
