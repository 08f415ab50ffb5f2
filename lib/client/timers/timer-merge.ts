import type { CurrentTimerJson, TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The running and the paused timers with one of them in a new state. The caller checks versions. */
export function mergeCurrent(current: CurrentTimerJson, timer: TimerJson): CurrentTimerJson {
  const paused = current.paused.filter((other) => other.id !== timer.id);
  const running = current.timer?.id === timer.id ? null : current.timer;
  // Only one is running at a time, in any workspace.
  if (timer.status === 'running') return { ...current, timer: laterStarted(running, timer), paused, elsewhere: null };
  if (timer.status === 'paused') return { ...current, timer: running, paused: [timer, ...paused] };
  return { ...current, timer: running, paused };
}

/** The list with one timer in a new state: inserted if it is new and within the list's days, removed if discarded. */
export function mergeList(list: TimerListJson, timer: TimerJson): TimerListJson {
  const isListed = list.timers.some((other) => other.id === timer.id);
  if (timer.status === 'discarded') return { ...list, timers: list.timers.filter((other) => other.id !== timer.id) };
  if (isListed) return { ...list, timers: list.timers.map((other) => (other.id === timer.id ? timer : other)) };
  if (!liesInDays(list, timer)) return list;
  return { ...list, timers: [timer, ...list.timers].sort((left, right) => newestFirst(left, right)) };
}

/**
 * Updates can arrive in the wrong order. Only one is running at a time, so of two running ones the later one counts.
 */
function laterStarted(known: TimerJson | null, timer: TimerJson): TimerJson {
  if (!known?.running_since || !timer.running_since) return timer;
  return Date.parse(known.running_since) > Date.parse(timer.running_since) ? known : timer;
}

function liesInDays({ totals }: TimerListJson, timer: TimerJson): boolean {
  const last = totals.days[0];
  const first = totals.days.at(-1);
  if (!first || !last) return false;
  const [from, to] = [Date.parse(first.starts_at), Date.parse(last.ends_at)];
  return timer.spans.some(
    (span) => Date.parse(span.started_at) < to && (span.ended_at === null || Date.parse(span.ended_at) > from),
  );
}

function newestFirst(left: TimerJson, right: TimerJson): number {
  return Date.parse(right.started_at) - Date.parse(left.started_at);
}
