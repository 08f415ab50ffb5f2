import type { TimerChangeJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * Applies an event's change to the timer on screen and returns the whole timer. Null if the one on screen is too old or
 * optimistic; the refetch after each event loads it then.
 */
export function changedTimer(change: TimerChangeJson, shown: TimerJson | null): TimerJson | null {
  const { timer, since_version: since, spans, removed_spans: gone, cycles } = change;
  // From a process of the previous version, whose events contained the whole timer.
  if (since === undefined) return 'spans' in timer ? (timer as unknown as TimerJson) : null;
  if (since === null) return { ...timer, spans, cycles };
  if (!shown || shown.version < since || shown.version % 1) return null;
  return { ...timer, spans: joined(shown.spans, spans, gone), cycles: joined(shown.cycles, cycles) };
}

function joined<T extends { id: string; started_at: string }>(known: T[], changed: T[], gone: string[] = []): T[] {
  const others = known.filter(({ id }) => !gone.includes(id) && !changed.some((one) => one.id === id));
  return [...others, ...changed].sort((left, right) => Date.parse(left.started_at) - Date.parse(right.started_at));
}
