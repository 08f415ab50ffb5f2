import { SECOND_MS } from '#/lib/core/duration.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';

/** A phase at an instant: the remaining time, or how long it has been over, in milliseconds. */
export type PhaseTime = { leftMs: number; overMs: number };

/**
 * Nothing is left past the deadline. The server decides what happens then; until it has responded, nothing is counted.
 */
export function phaseTime(phase: PhaseJson, serverNow: number): PhaseTime {
  if (phase.state === 'frozen' && !phase.overdue_since) return { leftMs: phase.remaining_ms, overMs: 0 };
  const deadline = Date.parse(phase.ends_at ?? phase.overdue_since ?? phase.started_at);
  const isTold = phase.state === 'overtime' || phase.state === 'waiting';
  return { leftMs: Math.max(0, deadline - serverNow), overMs: isTold ? Math.max(0, serverNow - deadline) : 0 };
}

/** The passed share of the phase, including added time: 0 to 1. */
export function shareDone(phase: PhaseJson, serverNow: number): number {
  const wholeMs = phase.planned_ms + phase.extended_ms;
  return Math.min(1, Math.max(0, 1 - phaseTime(phase, serverNow).leftMs / wholeMs));
}

/**
 * `18:24` left, `1:05:00` left, `+2:07` over, in two parts: minutes, and seconds with their colon. The remaining time
 * is rounded up: it reads 0:00 when it is over, not a second before.
 */
export function phaseDigits({ leftMs, overMs }: PhaseTime): [string, string] {
  const seconds = leftMs > 0 ? Math.ceil(leftMs / SECOND_MS) : Math.floor(overMs / SECOND_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const front = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return [overMs > 0 ? `+${front}` : front, `:${two(seconds % 60)}`];
}
