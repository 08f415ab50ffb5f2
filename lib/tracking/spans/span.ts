import type { Span, Timer } from '#/lib/tracking/timers/timer.ts';

/** Per timer, from all sources. A plan may exceed it: it has at most 100 rounds. */
export const MAX_SPANS = 200;

/** The spans with the open one closed. */
export function closeOpenSpan(spans: Span[], at: Date, isBackDated = false): Span[] {
  return spans.map((span) => {
    if (span.endedAt) return span;
    const origin = isBackDated && span.origin === 'live' ? 'back_dated' : span.origin;
    return { ...withEnd(span, at), origin };
  });
}

/** The parts of the spans before an instant. */
export function trimSpans(spans: Span[], at: Date): Span[] {
  return spans
    .filter((span) => span.startedAt < at)
    .map((span) => {
      if (span.endedAt && span.endedAt <= at) return span;
      return { ...withEnd(span, at), origin: span.origin === 'live' ? 'back_dated' : span.origin };
    });
}

/** The span with another end, set in its owner's current zone. */
export function withEnd(span: Span, at: Date): Span {
  return { ...span, endedAt: at, endedZone: undefined };
}

/** The span with another start, set in its owner's current zone. */
export function withStart(span: Span, at: Date): Span {
  return { ...span, startedAt: at, startedZone: undefined };
}

/** The zones of both ends, including those set now. Null: not stored, or no end yet. */
export function zonesOf(
  span: Span,
  { timeZone }: Pick<Timer, 'timeZone'>,
): { startedZone: string | null; endedZone: string | null } {
  const of = (zone: string | null | undefined) => (zone === undefined ? timeZone : zone);
  return { startedZone: of(span.startedZone), endedZone: span.endedAt && of(span.endedZone) };
}
