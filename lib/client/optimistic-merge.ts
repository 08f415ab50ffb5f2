import { laterOf, optimisticEdit } from '#/lib/client/optimistic-timer.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What a merge will most likely make of two timers: both in one, the spans in their order. */
export function optimisticMerge(timer: TimerJson, other: TimerJson): TimerJson {
  const spans = [...timer.spans, ...other.spans].sort(
    (left, right) => Date.parse(left.started_at) - Date.parse(right.started_at),
  );
  const ended_at = timer.ended_at && other.ended_at && laterOf(timer.ended_at, other.ended_at);
  const started_at = spans[0]?.started_at ?? timer.started_at;
  return optimisticEdit(timer, { spans, started_at, ended_at: ended_at || timer.ended_at });
}
