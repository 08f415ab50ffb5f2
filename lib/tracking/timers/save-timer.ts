import type { TxCtx } from '#/lib/context/context.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Cycle } from '#/lib/tracking/cycles/cycle.ts';
import { saveCycles } from '#/lib/tracking/cycles/cycle-store.ts';
import { cycleJson } from '#/lib/tracking/cycles/phase-json.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { recordSeen } from '#/lib/tracking/presence/record-seen.ts';
import { supersedeMootProposals } from '#/lib/tracking/proposals/supersede-proposals.ts';
import { closeObsoleteQuestions } from '#/lib/tracking/questions/close-questions.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { spansBefore, timerChangeJson, timerFacts } from '#/lib/tracking/timers/timer-change-json.ts';
import { timerJsonBefore } from '#/lib/tracking/timers/timer-json.ts';
import type { TimerChangeJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { insertTimer, saveTimer } from '#/lib/tracking/timers/timer-store.ts';

/** Events that can change existing spans; with other events, spans are only added or closed. */
const INCLUDES_SPANS: ReadonlySet<EventType> = new Set<EventType>(['timer.added', 'timer.corrected']);

/** Writes a new timer, its wake-ups and its events, with the reason when it was derived from another. */
export async function saveNew(ctx: TxCtx, timer: Timer, type: EventType, now: Date, reason?: string): Promise<void> {
  await insertTimer(ctx.tx, timer);
  await saveCycles(ctx.tx, timer, [], timer.cycles);
  await recordSeen(ctx, timer, now);
  await scheduleTimerWakeups(ctx, timer, now);
  const change = timerChangeJson(null, timer, now);
  await recordTimerEvent(ctx, type, { before: null, after: timer, change, why: reason }, now);
  await recordPhases(ctx, { before: null, after: timer, change }, now);
}

/** Why a timer changed: a code, or more details. */
export type Why = string | { reason: string; correction: { id: string; comment: string } };

/**
 * Writes a changed timer, its wake-ups and its events, with the reason when its owner did not change it.
 * @returns the timer as it is stored, changed at `now`
 */
export async function saveChange(
  ctx: TxCtx,
  before: Timer,
  changed: Timer,
  type: EventType | null,
  now: Date,
  why?: Why,
): Promise<Timer> {
  const after = { ...changed, updatedAt: now };
  await saveTimer(ctx.tx, before, after);
  await saveCycles(ctx.tx, after, before.cycles, after.cycles);
  await closeObsoleteQuestions(ctx, after, now);
  await supersedeMootProposals(ctx, before, after, now);
  await scheduleTimerWakeups(ctx, after, now);
  const change = timerChangeJson(before, after, now);
  if (type) await recordTimerEvent(ctx, type, { before, after, change, why }, now);
  await recordPhases(ctx, { before, after, change }, now);
  return after;
}

/**
 * Notifies the former owner of a timer that it now belongs to another member: to them it is discarded, in its new
 * version, without its new state.
 */
export async function recordReassignment(ctx: TxCtx, before: Timer, after: Timer, now: Date, why: Why): Promise<void> {
  const gone: Timer = { ...before, status: 'discarded', version: after.version, updatedAt: now };
  const { cycles: _cycles, ...was } = timerJsonBefore(before, now);
  const details = typeof why === 'string' ? { reason: why } : why;
  const data = { ...timerChangeJson(before, gone, now), before: was, after: null, ...details };
  await recordEvent(ctx, { type: 'timer.corrected', subjectId: before.id, userId: before.userId, data }, now);
}

type Change = { before: Timer | null; after: Timer; change: TimerChangeJson };

async function recordTimerEvent(
  ctx: TxCtx,
  type: EventType,
  { before, after, change, why }: Change & { why?: Why | undefined },
  now: Date,
): Promise<void> {
  const includesSpans = INCLUDES_SPANS.has(type) || why === 'trimmed';
  const { span_count: _count, ...facts } = change.timer;
  const data = {
    ...change,
    before: before && {
      ...timerFacts(timerJsonBefore(before, now)),
      ...(includesSpans && { spans: spansBefore(before, after, now) }),
    },
    after: { ...facts, ...(includesSpans && { spans: change.spans }) },
    ...(typeof why === 'string' ? { reason: why } : why),
  };
  await recordEvent(ctx, { type, subjectId: after.id, userId: after.userId, data }, now);
}

/** Records which phases ended and which started with a change. */
async function recordPhases(ctx: TxCtx, { before, after, change }: Change, now: Date): Promise<void> {
  const known = new Map(before?.cycles.map((cycle) => [cycle.id, cycle]));
  for (const cycle of after.cycles) {
    const old = known.get(cycle.id) ?? null;
    if (!old) await recordPhase(ctx, 'timer.phase_started', { before: null, cycle, timer: after, change }, now);
    if (cycle.endedAt && old && !old.endedAt) {
      await recordPhase(ctx, 'timer.phase_ended', { before: old, cycle, timer: after, change }, now);
    }
  }
}

type PhaseChange = { before: Cycle | null; cycle: Cycle; timer: Timer; change: TimerChangeJson };

async function recordPhase(
  ctx: TxCtx,
  type: EventType,
  { before, cycle, timer, change }: PhaseChange,
  now: Date,
): Promise<void> {
  const after = cycleJson(cycle);
  const data = { ...change, cycle: after, before: before && cycleJson(before), after };
  await recordEvent(ctx, { type, subjectId: timer.id, userId: timer.userId, data }, now);
}
