import { findPomodoroSettings } from '#/lib/accounts/pomodoro/pomodoro-settings-query.ts';
import type { StartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { flagClosed } from '#/lib/tracking/closing/flag-closed.ts';
import { carriedPlan } from '#/lib/tracking/cycles/phase.ts';
import { pomodoroPlan } from '#/lib/tracking/cycles/plan.ts';
import { type Plan, planInput } from '#/lib/tracking/cycles/plan-schemas.ts';
import { assertPhaseNotOver, startOffline } from '#/lib/tracking/offline/start-offline.ts';
import type { SpanOrigin } from '#/lib/tracking/spans/span-schemas.ts';
import { assertNoOverlap, assertNotFuture, assertWithinCap } from '#/lib/tracking/timers/assert-time.ts';
import { lockClock, type TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { assertSeen, endConflicting, withWinner } from '#/lib/tracking/timers/end-conflicting.ts';
import { newTimer } from '#/lib/tracking/timers/new-timer.ts';
import { saveNew } from '#/lib/tracking/timers/save-timer.ts';
import { assertTimersEnabled, conflictRule, lockOwnStartPolicy } from '#/lib/tracking/timers/start-policy.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import type { StartTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';

/** How far a start can be backdated. Earlier work is added by hand. */
const BACK_DATE_MS = DAY_MS;

/**
 * Starts a timer for the actor at the database's instant, or at an earlier given one. `ended` is the timer that
 * `on_conflict`, or else the person's conflict policy, stopped or paused for it, at the same instant. With `keep_plan`
 * that timer's plan continues.
 * @throws AppError 409 `timer_already_running` with the running timer as `current`; 409 `timers_disabled`; 404 for an
 * unknown ticket or project; 400 for an expected end that is not ahead; for a backdated start 400 `time_in_future`, 400
 * `time_too_early`, 409 `time_overlaps`, 409 `cap_reached`, 409 `time_closed`; for an offline start 409
 * `intent_collides` instead
 */
export async function startTimer(ctx: Ctx, input: StartTimerInput): Promise<TimerChange> {
  authorize(ctx, 'timers:write');
  return withWinner(ctx, () =>
    transaction(ctx, async (tx) => {
      const startPolicy = await lockOwnStartPolicy(tx);
      assertTimersEnabled(startPolicy);
      const now = await lockClock(tx);
      if (input.offline_age_ms === undefined)
        return begin(tx, input, { now, startedAt: startOf(input, now), startPolicy });
      return startOffline(tx, { ageMs: input.offline_age_ms, now }, async (offlineTx, startedAt) => {
        await assertSeen(offlineTx, input.seen_running ?? null, now);
        return begin(offlineTx, input, { now, startedAt, startPolicy });
      });
    }),
  );
}

type Begin = { now: Date; startedAt: Date; startPolicy: StartPolicy };

async function begin(ctx: TxCtx, input: StartTimerInput, { now, startedAt, startPolicy }: Begin): Promise<TimerChange> {
  const ended = await endConflicting(ctx, conflictRule(input.on_conflict, startPolicy, 'start'), now, startedAt);
  if (startedAt < now) await assertNoOverlap(ctx, [{ startedAt, endedAt: null }], { now });
  const carriedOver = input.keep_plan ? ended : null;
  const started = await running(ctx, input, { now, startedAt, startPolicy, carriedOver });
  if (startedAt < now && !ctx.offline) await assertNotClosed(ctx, [{ before: null, after: started }], now);
  const timer = ctx.offline ? await flagClosed(ctx, null, started, now) : started;
  assertPhaseNotOver(ctx, { timer, ended }, now);
  assertWithinCap(timer, now);
  await saveNew(ctx, timer, 'timer.started', now);
  return { timer, changed: true, ended, now };
}

function startOf({ started_at: given }: StartTimerInput, now: Date): Date {
  if (!given) return now;
  assertNotFuture([{ at: given, pointer: '/started_at' }], now);
  const earliest = new Date(now.getTime() - BACK_DATE_MS);
  if (given >= earliest) return given;
  throw new AppError('time_too_early', {
    fields: [{ pointer: '/started_at', detail: `must not be before ${earliest.toISOString()}` }],
  });
}

type Start = Begin & { carriedOver: Timer | null };

async function running(
  ctx: TxCtx,
  input: StartTimerInput,
  { now, startedAt, startPolicy, carriedOver }: Start,
): Promise<Timer> {
  const plan = (carriedOver && carriedPlan(carriedOver)) ?? { plan: await planOf(ctx, input) };
  return newTimer(ctx, input, startPolicy, {
    type: plan.plan?.type ?? input.type,
    status: 'running',
    createdAt: now,
    startedAt,
    endedAt: null,
    endReason: null,
    expectedEndAt: expectedEnd(input, startedAt, now),
    ...plan,
    lastSeenAt: now,
    spans: [{ id: newId(), startedAt, endedAt: null, origin: originOf(ctx, startedAt, now) }],
  });
}

function originOf({ offline }: TxCtx, startedAt: Date, now: Date): SpanOrigin {
  if (offline) return 'offline';
  return startedAt < now ? 'back_dated' : 'live';
}

function expectedEnd(input: StartTimerInput, startedAt: Date, now: Date): Date | null {
  const end = input.duration ? new Date(startedAt.getTime() + input.duration) : (input.expected_end_at ?? null);
  if (!end || end > now) return end;
  throw new AppError('expected_end_past', {
    fields: [
      { pointer: input.duration ? '/duration' : '/expected_end_at', detail: `must be after ${now.toISOString()}` },
    ],
  });
}

/** A countdown with only a duration gets its plan from it, a pomodoro without a plan from its person's settings. */
async function planOf(ctx: TxCtx, { plan, type, duration }: StartTimerInput): Promise<Plan | null> {
  if (plan) return plan;
  if (type === 'pomodoro') return pomodoroPlan(await findPomodoroSettings(ctx.tx, ctx.actor.userId));
  return type === 'countdown' && duration ? planInput.parse({ type, duration_ms: duration }) : null;
}
