import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { scheduleWakeup } from '#/lib/alarms/wakeups/schedule-wakeup.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import type { EventType } from '#/lib/events/event.ts';
import { recordEvent } from '#/lib/events/record-event.ts';
import { capAt, notBefore, settle, type Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson, timerJsonBefore } from '#/lib/tracking/timers/timer-json.ts';
import { versionMismatch } from '#/lib/tracking/timers/timer-refusals.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { findLatestInstant, findTimer, insertTimer, lockUser, saveTimer } from '#/lib/tracking/timers/timer-store.ts';

/** Kind of the wake-up that completes a timer at its cap. */
export const CAP_WAKEUP = 'timer_cap';

/** Which timer a verb is about, and the version the caller has seen (If-Match); null when he does not care. */
export type TimerTarget = { id: string; ifMatch: number | null };

/** What a verb answers: the timer, whether it changed, what had to end for it, and the instant of it all. */
export type TimerChange = { timer: Timer; changed: boolean; ended: Timer | null; now: Date };

/**
 * The frame of every verb on one timer: lock its owner, take the instant, apply the cap, check the version, then let
 * `step` decide.
 * @throws AppError 404 for a timer of another workspace, 403 for another member's, 412 for another version.
 */
export async function changeTimer(
  ctx: Ctx,
  target: TimerTarget,
  step: (ctx: TxCtx, timer: Timer, now: Date) => Promise<TimerChange>,
): Promise<TimerChange> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    const now = await lockClock(tx);
    const stored = await findTimer(tx.tx, ctx.actor.workspaceId, target.id);
    if (!stored) throw notFound('timer');
    if (stored.userId !== ctx.actor.userId) throw othersTimer();
    const timer = await settleTimer(tx, stored, now);
    if (target.ifMatch !== null && target.ifMatch !== timer.version) throw versionMismatch(timer, now);
    return step(tx, timer, now);
  });
}

/**
 * Locks the person, the actor unless told otherwise, and answers the instant of this verb: the database's, read after
 * the lock, and never before anything they have recorded already, should the database's clock have been set back.
 */
export async function lockClock(ctx: TxCtx, userId = ctx.actor.userId): Promise<Date> {
  await lockUser(ctx.tx, userId);
  const now = await ctx.clock.now(ctx.tx);
  return notBefore(now, (await findLatestInstant(ctx.tx, userId)) ?? now);
}

/** Completes the timer at its cap if that has passed and writes it down; otherwise answers it as it is. */
export async function settleTimer(ctx: TxCtx, timer: Timer, now: Date): Promise<Timer> {
  const settled = settle(timer, now);
  if (settled !== timer) await saveChange(ctx, timer, settled, 'timer.completed', now);
  return settled;
}

/** Writes a new timer, its cap's wake-up and its event. */
export async function addTimer(ctx: TxCtx, timer: Timer, now: Date): Promise<void> {
  await insertTimer(ctx.tx, timer, now);
  await scheduleWakeup(ctx, { kind: CAP_WAKEUP, subjectId: timer.id, dueAt: capAt(timer) });
  await recordTimerEvent(ctx, 'timer.started', { before: null, after: timer }, now);
}

/** Writes a changed timer, its cap's wake-up and its event, with the reason when it was not its owner's doing. */
export async function saveChange(
  ctx: TxCtx,
  before: Timer,
  after: Timer,
  type: EventType,
  now: Date,
  reason?: string,
): Promise<void> {
  await saveTimer(ctx.tx, before, after, now);
  await scheduleWakeup(ctx, { kind: CAP_WAKEUP, subjectId: after.id, dueAt: capAt(after) });
  await recordTimerEvent(ctx, type, { before, after, reason }, now);
}

type Told = { before: Timer | null; after: Timer; reason?: string | undefined };

async function recordTimerEvent(ctx: TxCtx, type: EventType, { before, after, reason }: Told, now: Date) {
  const timer = timerJson(after, now);
  const data = {
    timer,
    before: before && withoutSpans(timerJsonBefore(before, now)),
    after: withoutSpans(timer),
    ...(reason && { reason }),
  };
  await recordEvent(ctx, { type, subjectId: after.id, userId: after.userId, data }, now);
}

/** Spans are only ever added or closed, so the timer as it is says what they were before. */
function withoutSpans({ spans: _spans, ...facts }: TimerJson): Omit<TimerJson, 'spans'> {
  return facts;
}

function othersTimer(): AppError {
  return new AppError('forbidden', {
    status: 403,
    detail: "This timer is another member's. Only its owner can start, pause or stop it.",
  });
}
