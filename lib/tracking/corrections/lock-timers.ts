import { requireMember } from '#/lib/accounts/memberships/require-member.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { SHORTEST_REASON } from '#/lib/tracking/corrections/correction.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { versionMismatch } from '#/lib/tracking/timers/timer-errors.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

/** A timer that is to be corrected, and the version that was seen of it. */
export type Wanted = { id: string; version: number };
export type Locked = { timers: Map<string, Timer>; now: Date };

/**
 * The timers of this workspace with these ids, their owners and `alsoOwners` locked in one order by all, so that two
 * corrections never wait for each other; and the instant of it, which lies before nothing that they have recorded. Other
 * people's time takes a permission and a reason, which is null where none is asked for.
 * @throws AppError 404 `timer_not_found`, `member_not_found`; 403; 400 without a reason; 412 for another version
 */
export async function lockTimers(
  ctx: TxCtx,
  wanted: readonly Wanted[],
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
  if (reason === null || reason.length >= SHORTEST_REASON) return;
  throw new AppError('input_invalid', {
    detail: `Enter a reason of at least ${SHORTEST_REASON} characters. The person whose time it is will see it.`,
    fields: [{ pointer: '/reason', detail: `must have at least ${SHORTEST_REASON} characters` }],
  });
}
