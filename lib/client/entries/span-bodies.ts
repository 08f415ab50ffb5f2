import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export function spansOf(timer: TimerJson): SpanBody[] {
  return timer.spans.map(({ started_at, ended_at }) => ({ started_at, ended_at }));
}

export function isSameSpans(left: readonly SpanBody[], right: readonly SpanBody[]): boolean {
  const text = (spans: readonly SpanBody[]) =>
    spans.map(({ started_at: from, ended_at: to }) => `${Date.parse(from)} ${to && Date.parse(to)}`).join();
  return text(left) === text(right);
}
