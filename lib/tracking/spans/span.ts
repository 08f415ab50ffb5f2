import type { Span, Timer } from '#/lib/tracking/timers/timer.ts';

/** Of one timer, by whoever makes them. A plan goes on beyond it: it has 100 rounds at most. */
export const MOST_SPANS = 200;

/** The spans with none open anymore. */
export function closeOpenSpan(spans: Span[], at: Date, isBackDated = false): Span[] {
  return spans.map((span) => {
    if (span.endedAt) return span;
    const origin = isBackDated && span.origin === 'live' ? 'back_dated' : span.origin;
    return { ...withEnd(span, at), origin };
  });
}

/** The spans as far as they lie before a given instant. */
export function trimSpans(spans: Span[], at: Date): Span[] {
  return spans
    .filter((span) => span.startedAt < at)
    .map((span) => {
      if (span.endedAt && span.endedAt <= at) return span;
      return { ...withEnd(span, at), origin: span.origin === 'live' ? 'back_dated' : span.origin };
    });
}

/** The span with another end, made where its owner is now. */
export function withEnd(span: Span, at: Date): Span {
  return { ...span, endedAt: at, endedZone: undefined };
}

/** The span with another start, made where its owner is now. */
export function withStart(span: Span, at: Date): Span {
  return { ...span, startedAt: at, startedZone: undefined };
}

/** The zones of both ends, those included that are made now. Null: not kept, or no end yet. */
export function zonesOf(
  span: Span,
  { timeZone }: Pick<Timer, 'timeZone'>,
): { startedZone: string | null; endedZone: string | null } {
  const of = (zone: string | null | undefined) => (zone === undefined ? timeZone : zone);
  return { startedZone: of(span.startedZone), endedZone: span.endedAt && of(span.endedZone) };
}
