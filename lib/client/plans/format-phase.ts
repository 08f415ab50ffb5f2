import type { PhaseTime } from '#/lib/client/plans/phase-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { CycleKind, PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const KINDS: Record<CycleKind, string> = {
  work: 'work',
  short_break: 'short break',
  long_break: 'long break',
  rest: 'rest',
};
const TYPES = { pomodoro: 'Pomodoro', countdown: 'Countdown', interval: 'Interval', manual: 'Timer' } as const;

/** Spoken, in whole minutes: "18 minutes left". */
export function formatSpokenPhase({ leftMs, overMs }: PhaseTime): string {
  if (leftMs === 0 && overMs === 0) return 'no time left';
  const minutes = leftMs > 0 ? Math.ceil(leftMs / MINUTE_MS) : Math.floor(overMs / MINUTE_MS);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${leftMs > 0 ? 'left' : 'over'}`;
}

/** Remaining times that are announced, longest first. */
const MARKS_MS = [5 * MINUTE_MS, MINUTE_MS];
/** A page that slept does not announce a moment that is long past. */
const ANNOUNCED_WITHIN_MS = 10_000;

/** Which mark the rest of a phase, in milliseconds, has just reached; null for none. */
export function markReached(beforeMs: number, leftMs: number): number | null {
  return MARKS_MS.find((mark) => beforeMs > mark && leftMs <= mark && leftMs > mark - ANNOUNCED_WITHIN_MS) ?? null;
}

/** "Pomodoro, cycle 4 of 4", "Short break, after cycle 2 of 4", "Countdown". */
export function phaseName({ type }: Pick<TimerJson, 'type'>, phase: PhaseJson): string {
  const rounds = `${phase.round} of ${phase.rounds}`;
  if (phase.kind !== 'work') return `${capitalized(KINDS[phase.kind])}, after cycle ${rounds}`;
  return type === 'countdown' ? TYPES[type] : `${TYPES[type]}, cycle ${rounds}`;
}

export function phaseLabel(kind: CycleKind): string {
  return KINDS[kind];
}

/** The label of a passed deadline. */
export function formatOverdue(phase: PhaseJson): string | null {
  if (phase.state === 'overtime') return 'Work is over, still counting';
  return phase.state === 'waiting' ? `${capitalized(formatBreak(phase))} is over` : null;
}

/** Not work: "break", in an interval "rest". */
export function formatBreak({ kind }: { kind: CycleKind }): 'break' | 'rest' {
  return kind === 'rest' ? 'rest' : 'break';
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
