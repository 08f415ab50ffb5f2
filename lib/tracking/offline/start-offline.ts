import type { TxCtx } from '#/lib/context/context.ts';
import { openCycle } from '#/lib/tracking/cycles/cycle.ts';
import { intentCollides } from '#/lib/tracking/offline/intent-collides.ts';
import { type Collision, OPENS_WITHIN_MS, type Proposal } from '#/lib/tracking/offline/offline-action.ts';
import { listOverlaps } from '#/lib/tracking/spans/overlaps-query.ts';
import type { TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { asCollision } from '#/lib/tracking/timers/run-timer-action.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Starts something at the instant given by the age of an offline action, or rejects it with the time that could be
 * added instead.
 * @throws AppError 409 `intent_collides`
 */
export async function startOffline(
  ctx: TxCtx,
  { ageMs, now }: { ageMs: number; now: Date },
  begin: (ctx: TxCtx, at: Date) => Promise<TimerChange>,
): Promise<TimerChange> {
  const at = new Date(now.getTime() - ageMs);
  const proposal = await timeToAdd(ctx, at, now);
  const rejected = (reason: Collision, cause?: unknown) =>
    intentCollides({ reason, at, current: null, proposal, cause }, now);
  if (ageMs > OPENS_WITHIN_MS) throw rejected('too_long_ago');
  return begin({ ...ctx, offline: { at, ageMs } }, at).catch((error: unknown) => {
    throw asCollision(error, rejected);
  });
}

/**
 * A plan whose first phase had ended before its start was received would continue without its person: the work of that
 * phase is proposed instead. Not when another timer was ended for it, whose time would be in the way.
 * @throws AppError 409 `intent_collides`
 */
export function assertPhaseNotOver(
  ctx: TxCtx,
  { timer, ended }: { timer: Timer; ended: Timer | null },
  now: Date,
): void {
  const due = openCycle(timer)?.dueAt;
  if (!ctx.offline || !due || due > now) return;
  const { at } = ctx.offline;
  const proposal: Proposal = { kind: 'add', started_at: at.toISOString(), ended_at: due.toISOString() };
  throw intentCollides({ reason: 'phase_over', at, current: null, proposal: ended ? null : proposal }, now);
}

/** From the action until other time begins, or until now. Inside other time the duration is unknown. */
async function timeToAdd(ctx: TxCtx, at: Date, now: Date): Promise<Proposal | null> {
  const [next] = await listOverlaps(ctx.tx, ctx.actor, [{ startedAt: at, endedAt: null }], []);
  if (next && next.startedAt <= at) return null;
  return { kind: 'add', started_at: at.toISOString(), ended_at: (next?.startedAt ?? now).toISOString() };
}
