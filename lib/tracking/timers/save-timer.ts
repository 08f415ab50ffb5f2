import type { TxCtx } from '#/lib/accounts/context.ts';
import type { EventType } from '#/lib/events/event.ts';
import { recordEvent } from '#/lib/events/record-event.ts';
import type { Cycle } from '#/lib/tracking/cycles/cycle.ts';
import { saveCycles } from '#/lib/tracking/cycles/cycle-store.ts';
import { cycleJson } from '#/lib/tracking/cycles/phase-json.ts';
import { noteSeen } from '#/lib/tracking/presence/note-seen.ts';
import { supersedeMootProposals } from '#/lib/tracking/proposals/supersede-proposals.ts';
import { closeMootQuestions } from '#/lib/tracking/questions/close-questions.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson, timerJsonBefore } from '#/lib/tracking/timers/timer-json.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { insertTimer, saveTimer } from '#/lib/tracking/timers/timer-store.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/timers/timer-wakeups.ts';

/** Events after which spans are others than before. */
const TELLS_SPANS: ReadonlySet<EventType> = new Set<EventType>(['timer.added', 'timer.corrected']);

/** Writes a new timer, its wake-ups and its events, with the reason when it came of another. */
export async function saveNew(ctx: TxCtx, timer: Timer, type: EventType, now: Date, reason?: string): Promise<void> {
  await insertTimer(ctx.tx, timer, now);
  await saveCycles(ctx.tx, timer, [], timer.cycles);
  await noteSeen(ctx, timer, now);
  await scheduleTimerWakeups(ctx, timer, now);
  await recordTimerEvent(ctx, type, { before: null, after: timer, why: reason }, now);
  await recordPhases(ctx, null, timer, now);
}

/** Why a timer changed: one word, or what was said of it and where. */
export type Why = string | { reason: string; correction: { id: string; words: string } };

/** Writes a changed timer, its wake-ups and its events, with the reason when it was not its owner's doing. */
export async function saveChange(
  ctx: TxCtx,
  before: Timer,
  after: Timer,
  type: EventType | null,
  now: Date,
  why?: Why,
): Promise<void> {
  await saveTimer(ctx.tx, before, after, now);
  await saveCycles(ctx.tx, after, before.cycles, after.cycles);
  await closeMootQuestions(ctx, after, now);
  await supersedeMootProposals(ctx, before, after, now);
  await scheduleTimerWakeups(ctx, after, now);
  if (type) await recordTimerEvent(ctx, type, { before, after, why }, now);
  await recordPhases(ctx, before, after, now);
}

/**
 * Tells whose timer it was that it is somebody else's by now: to them it is as one that was discarded, in the version that
 * it has since, and nothing of what became of it.
 */
export async function recordGivenAway(ctx: TxCtx, before: Timer, after: Timer, now: Date, why: Why): Promise<void> {
  const timer = timerJson({ ...before, status: 'discarded', version: after.version }, now);
  const told = typeof why === 'string' ? { reason: why } : why;
  const data = { timer, before: timerJsonBefore(before, now), after: null, ...told };
  await recordEvent(ctx, { type: 'timer.corrected', subjectId: before.id, userId: before.userId, data }, now);
}

type Told = { before: Timer | null; after: Timer; why?: Why | undefined };

async function recordTimerEvent(ctx: TxCtx, type: EventType, { before, after, why }: Told, now: Date) {
  const timer = timerJson(after, now);
  const tells = TELLS_SPANS.has(type) || why === 'trimmed';
  const data = {
    timer,
    before: before && factsOf(tells, timerJsonBefore(before, now)),
    after: factsOf(tells, timer),
    ...(typeof why === 'string' ? { reason: why } : why),
  };
  await recordEvent(ctx, { type, subjectId: after.id, userId: after.userId, data }, now);
}

/** Spans that were measured are only ever added or closed, so the timer as it is says what they were before. */
function factsOf(tellsSpans: boolean, timer: TimerJson): Partial<TimerJson> {
  if (tellsSpans) return timer;
  const { spans: _spans, cycles: _cycles, ...facts } = timer;
  return facts;
}

/** Tells which phases ended and which began with a change. */
async function recordPhases(ctx: TxCtx, before: Timer | null, after: Timer, now: Date): Promise<void> {
  const known = new Map(before?.cycles.map((cycle) => [cycle.id, cycle]));
  for (const cycle of after.cycles) {
    const old = known.get(cycle.id) ?? null;
    if (!old) await recordPhase(ctx, 'timer.phase_started', { before: null, cycle }, after, now);
    if (cycle.endedAt && old && !old.endedAt) {
      await recordPhase(ctx, 'timer.phase_ended', { before: old, cycle }, after, now);
    }
  }
}

async function recordPhase(
  ctx: TxCtx,
  type: EventType,
  { before, cycle }: { before: Cycle | null; cycle: Cycle },
  timer: Timer,
  now: Date,
): Promise<void> {
  const after = cycleJson(cycle);
  const data = { timer: timerJson(timer, now), cycle: after, before: before && cycleJson(before), after };
  await recordEvent(ctx, { type, subjectId: timer.id, userId: timer.userId, data }, now);
}
