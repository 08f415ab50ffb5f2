import type { TxCtx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { completeTimer } from '#/lib/tracking/deadlines/complete-timer.ts';
import { settle } from '#/lib/tracking/deadlines/due.ts';
import { listOverlaps, type Overlap } from '#/lib/tracking/spans/overlaps-query.ts';
import type { Stretch, Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { findRunningTimer } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Rejects stretches that overlap other time of the actor. A running timer past its cap has ended there, in any
 * workspace, and is not in the way of later time.
 * @throws AppError 409 `time_overlaps` with the conflicting time as `overlaps`
 */
export async function assertNoOverlap(
  ctx: TxCtx,
  stretches: Stretch[],
  { now, except = [] }: { now: Date; except?: string[] },
): Promise<void> {
  const running = await findRunningTimer(ctx.tx, ctx.actor.userId);
  if (running && settle(running, now) !== running) await completeTimer(ctx, running.id);
  const overlaps = await listOverlaps(ctx.tx, ctx.actor, stretches, except);
  if (overlaps.length > 0) throw timeOverlaps(overlaps);
}

/** @throws AppError 400 `time_in_future`, with its position in the body */
export function assertNotFuture(instants: { at: Date | null; pointer: string }[], now: Date): void {
  const ahead = instants.filter(({ at }) => at && at > now);
  if (ahead.length === 0) return;
  throw new AppError('time_in_future', {
    fields: ahead.map(({ pointer }) => ({ pointer, detail: `must not be after ${now.toISOString()}` })),
  });
}

/** As `assertNotFuture`, for all instants in a body's `spans`. */
export function assertSpansNotFuture(stretches: Stretch[], now: Date): void {
  const instants = stretches.flatMap(({ startedAt, endedAt }, index) => [
    { at: startedAt, pointer: `/spans/${index}/started_at` },
    { at: endedAt, pointer: `/spans/${index}/ended_at` },
  ]);
  assertNotFuture(instants, now);
}

/**
 * Entered time never ends a running timer: its cap would cut off time that has been measured since.
 * @throws AppError 409 `cap_reached`
 */
export function assertWithinCap(timer: Timer, now: Date): void {
  if (settle(timer, now) === timer) return;
  throw new AppError('cap_reached', {
    extra: { cap_seconds: timer.capSeconds },
  });
}

/** 409: the sent spans are those of a running timer and it is not running, or the other way around. */
export function openSpanMismatch(timer: Timer, now: Date): AppError {
  const isRunning = timer.status === 'running';
  return new AppError('open_span_mismatch', {
    detail: isRunning
      ? 'This timer is running: its last span must not have an end.'
      : `This timer is ${timer.status}: each of its spans needs an end.`,
    extra: { current: timerJson(timer, now) },
  });
}

export function timeOverlaps(overlaps: Overlap[]): AppError {
  const names = new Set(overlaps.map(({ timerId, ticketKey, title }) => nameOf(timerId, ticketKey, title)));
  return new AppError('time_overlaps', {
    detail: `This time overlaps ${[...names].join(', ')}. Shorten one of them.`,
    extra: {
      overlaps: overlaps.map((overlap) => ({
        timer_id: overlap.timerId,
        title: overlap.title,
        ticket_key: overlap.ticketKey,
        started_at: overlap.startedAt.toISOString(),
        ended_at: overlap.endedAt?.toISOString() ?? null,
      })),
    },
  });
}

function nameOf(timerId: string | null, ticketKey: string | null, title: string | null): string {
  if (!timerId) return 'time in another workspace';
  return ticketKey ?? (title ? `“${title}”` : 'time without a title');
}
