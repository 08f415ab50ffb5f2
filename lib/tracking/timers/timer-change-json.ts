import type { SpanJson } from '#/lib/tracking/spans/span-schemas.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson, timerJsonBefore } from '#/lib/tracking/timers/timer-json.ts';
import type { TimerChangeJson, TimerFacts, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What a change at `now` did to a timer. For a new owner the whole timer is new. */
export function timerChangeJson(before: Timer | null, after: Timer, now: Date): TimerChangeJson {
  const was = before?.userId === after.userId ? timerJsonBefore(before, now) : null;
  const is = timerJson(after, now);
  const left = new Set(is.spans.map(({ id }) => id));
  return {
    timer: { ...timerFacts(is), span_count: is.spans.length },
    since_version: was?.version ?? null,
    spans: notIn(was?.spans, is.spans),
    removed_spans: was?.spans.flatMap(({ id }) => (left.has(id) ? [] : id)) ?? [],
    cycles: notIn(was?.cycles, is.cycles),
  };
}

/** The spans that a change has moved or removed, as they were. */
export function spansBefore(before: Timer, after: Timer, now: Date): SpanJson[] {
  return notIn(timerJson(after, now).spans, timerJsonBefore(before, now).spans);
}

export function timerFacts({ spans: _spans, cycles: _cycles, ...facts }: TimerJson): TimerFacts {
  return facts;
}

/** Those of the second list that are missing from the first, or differ. */
function notIn<T extends { id: string }>(known: readonly T[] = [], list: readonly T[]): T[] {
  const texts = new Map(known.map((one) => [one.id, JSON.stringify(one)]));
  return list.filter((one) => texts.get(one.id) !== JSON.stringify(one));
}
