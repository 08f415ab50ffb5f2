import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { assertNoOverlap, assertSpansNotFuture } from '#/lib/tracking/timers/assert-time.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import type { AddTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { newTimer } from '#/lib/tracking/timers/new-timer.ts';
import { saveNew } from '#/lib/tracking/timers/save-timer.ts';
import { lockOwnStartPolicy } from '#/lib/tracking/timers/start-policy.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Records work that no timer measured, as a stopped timer whose spans are labeled `entered`. Also works while timers
 * are disabled, since nothing is started.
 * @throws AppError 400 `time_in_future`; 409 `time_overlaps`; 409 `time_closed`; 404 for an unknown ticket or project
 */
export async function addTimer(ctx: Ctx, input: AddTimerInput): Promise<{ timer: Timer; now: Date }> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    const startPolicy = await lockOwnStartPolicy(tx);
    const now = await lockClock(tx);
    const spans = input.spans.map(({ started_at: startedAt, ended_at: endedAt }) => ({ startedAt, endedAt }));
    assertSpansNotFuture(spans, now);
    await assertNoOverlap(tx, spans, { now });
    const timer = await newTimer(tx, input, startPolicy, {
      type: 'manual',
      status: 'stopped',
      createdAt: now,
      startedAt: spans[0]?.startedAt ?? now,
      endedAt: spans.at(-1)?.endedAt ?? now,
      endReason: 'stopped',
      expectedEndAt: null,
      plan: null,
      lastSeenAt: null,
      spans: spans.map((span) => ({ id: newId(), ...span, origin: 'entered' })),
    });
    await assertNotClosed(tx, [{ before: null, after: timer }], now);
    await saveNew(tx, timer, 'timer.added', now);
    return { timer, now };
  });
}
