import { dateIn } from '#/lib/client/calendar/calendar.ts';
import {
  type Draft,
  type DraftEnd,
  type DraftSpan,
  type TypedEnd,
  withSpan,
} from '#/lib/client/corrections/correction-draft.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { type EndRule, readEnd } from '#/lib/client/typed/typed-end.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

export type SpanProblem = { key: string; end: DraftEnd; problem: string };
export type Place = { key: string; end: DraftEnd };
/** `mayRun`: an empty end means that the span is running. */
export type Typing = { text: string; rule: EndRule; mayRun: boolean };

/**
 * The day of a time without one: for a start, the day on which the timer begins; for an end, the first after the span's
 * start.
 */
export function ruleOf({ spans }: Draft, { from }: DraftSpan, end: DraftEnd, style: TimeStyle): EndRule {
  if (end === 'to') return { style, base: dateIn(style.timeZone, from), after: from };
  return { style, base: dateIn(style.timeZone, spans[0]?.from ?? from) };
}

/** Sets the text of a field. Text that can't be read is kept, and the instant stays. */
export function withTyped(draft: Draft, { key, end }: Place, { text, rule, mayRun }: Typing): Draft {
  const isOpen = mayRun && end === 'to' && text.trim() === '';
  const read = isOpen ? null : readEnd(text, rule);
  return withSpan(draft, key, (span) => {
    const since = span.typed[end]?.since ?? { from: span.from, to: span.to };
    if (read && !('at' in read)) return { ...span, typed: { ...span.typed, [end]: { text, unread: read, since } } };
    const typed = { ...span.typed, [end]: { text, unread: null, since } };
    const at = read && exactly(span.was?.[end], read.at);
    return at !== null && end === 'from' ? { ...begunAt(span, at, since), typed } : { ...span, [end]: at, typed };
  });
}

/** When a field is left: readable text is shown in full, and spans are sorted by time. */
export function withSettled(draft: Draft, { key, end }: Place): Draft {
  const settled = withSpan(draft, key, (span) =>
    span.typed[end]?.unread ? span : { ...span, typed: { ...span.typed, [end]: undefined } },
  );
  return { ...settled, spans: settled.spans.toSorted((one, other) => one.from - other.from) };
}

/** Drops typed text, so that the same instants can be shown in another time zone. */
export function withoutTyped(draft: Draft): Draft {
  return { ...draft, spans: draft.spans.map((span) => ({ ...span, typed: {} })) };
}

/** Whether a field contains unreadable text. For a timer to be deleted no field matters. */
export function isUnread({ spans, status }: Draft): boolean {
  return status !== 'discarded' && spans.some(({ typed }) => typed.from?.unread || typed.to?.unread);
}

/** The first invalid span, whoever edits. Recorded spans that were not changed are not checked. */
export function spanProblem({ spans, status }: Draft, now: number): SpanProblem | null {
  if (status === 'discarded') return null;
  // The clock used here may be up to a minute behind.
  const future = now + MINUTE_MS;
  for (const [index, span] of spans.entries()) {
    const { key, from, to, was } = span;
    const before = spans[index - 1];
    const isKept = was !== null && was.from === from && was.to === to;
    const isBeforeKept = !before || (before.was?.from === before.from && before.was.to === before.to);
    if (before && !(isKept && isBeforeKept) && (before.to ?? Infinity) > from) {
      return { key, end: 'from', problem: 'Overlaps the span before it. Shorten one of them.' };
    }
    if (isKept) continue;
    if (from > future) return { key, end: 'from', problem: 'This time is in the future.' };
    if (to !== null && to <= from) return { key, end: 'to', problem: 'Enter a time after the start.' };
    if (to !== null && to > future) return { key, end: 'to', problem: 'This time is in the future.' };
  }
  return null;
}

/**
 * A new span that begins after its end keeps its length: the one before the first key, since each key gives a time too.
 */
function begunAt(span: DraftSpan, at: number, { from, to }: TypedEnd['since']): DraftSpan {
  if (span.was !== null || to === null) return { ...span, from: at };
  return { ...span, from: at, to: at < to ? to : at + to - from };
}

/** Unchanged ends stay exact: fields show only seconds. */
function exactly(was: number | null | undefined, at: number): number {
  return was != null && Math.floor(was / SECOND_MS) === Math.floor(at / SECOND_MS) ? was : at;
}
