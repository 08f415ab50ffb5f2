import { requireMember } from '#/lib/accounts/memberships/require-member.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { MIN_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { versionMismatch } from '#/lib/tracking/timers/timer-errors.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

/** A timer to correct, and the version that the caller has read. */
export type TimerVersion = { id: string; version: number };
export type Locked = { timers: Map<string, Timer>; now: Date };

/**
 * Returns the timers of this workspace with these ids, and locks their owners and `alsoOwners`, always in the same
 * order, so that two corrections never deadlock. Also returns the instant of the correction, never before anything they
 * have recorded. Other people's time requires a permission and a reason; null skips the reason.
 * @throws AppError 404 `timer_not_found`, `member_not_found`; 403; 400 without a reason; 412 for another version
 */
export async function lockTimers(
  ctx: TxCtx,
  wanted: readonly TimerVersion[],
  { reason, alsoOwners }: { reason: string | null; alsoOwners: readonly string[] },
): Promise<Locked> {
  const ids = wanted.map(({ id }) => id);
  const known = await ofWorkspace(ctx, ids);
  const owners = [...new Set([...known.map(({ userId }) => userId), ...alsoOwners])].sort();
  if (owners.some((userId) => userId !== ctx.actor.userId)) allowAsAdmin(ctx, reason);
  for (const userId of alsoOwners) await requireMember(ctx.tx, ctx.actor.workspaceId, userId);
  let now = new Date(0);
  for (const userId of owners) {
    const latest = await lockClock(ctx, userId);
    if (latest > now) now = latest;
  }
  const timers = new Map<string, Timer>();
  for (const stored of await ofWorkspace(ctx, ids)) timers.set(stored.id, await settleTimer(ctx, stored, now));
  for (const { id, version } of wanted) {
    const timer = timers.get(id) as Timer;
    if (!owners.includes(timer.userId) || timer.version !== version) throw versionMismatch(timer, now);
  }
  return { timers, now };
}

async function ofWorkspace(ctx: TxCtx, ids: string[]): Promise<Timer[]> {
  const found = (await listTimersById(ctx.tx, ids)).filter(({ workspaceId }) => workspaceId === ctx.actor.workspaceId);
  if (found.length !== ids.length) throw notFound('timer');
  return found;
}

/**
 * Requires the permission to correct other people's time, and a reason; null skips the reason. @throws AppError 403;
 * 400 without a reason
 */
export function allowAsAdmin(ctx: TxCtx, reason: string | null): void {
  authorize(ctx, 'admin:corrections');
  if (reason === null || reason.length >= MIN_REASON_LENGTH) return;
  throw new AppError('input_invalid', {
    detail: `Enter a reason of at least ${MIN_REASON_LENGTH} characters. The person whose time it is will see it.`,
    fields: [{ pointer: '/reason', detail: `must have at least ${MIN_REASON_LENGTH} characters` }],
  });
}
