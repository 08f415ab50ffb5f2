import { type TypedSubject, typedSubject } from '#/lib/client/entries/typed-subject.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { ReadEnd } from '#/lib/client/typed/typed-end.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type DraftEnd = 'from' | 'to';
/** Typed text of a field, and why it can't be read; null when it can. */
export type TypedEnd = {
  text: string;
  unread: Exclude<ReadEnd, { at: number }> | null;
  /** Where the span was when typing began. */
  since: { from: number; to: number | null };
};
/** A span being corrected. Epoch milliseconds; `to` is null while it runs. */
export type DraftSpan = {
  key: string;
  from: number;
  to: number | null;
  /** The recorded times; null for an added span. */
  was: { from: number; to: number | null } | null;
  typed: Partial<Record<DraftEnd, TypedEnd>>;
};
/** The wanted state of a timer, before it is saved. */
export type Draft = {
  spans: DraftSpan[];
  subject: TypedSubject;
  userId: string;
  status: 'stopped' | 'discarded' | 'restored' | null;
};

/** The minimum length of a span that is dragged. */
const MIN_MS = MINUTE_MS;
const ADDED_MS = 15 * MINUTE_MS;

export function draftOf(timer: TimerJson): Draft {
  const spans = timer.spans.map(({ id, started_at, ended_at }) => {
    const was = { from: Date.parse(started_at), to: ended_at === null ? null : Date.parse(ended_at) };
    return { key: id, ...was, was, typed: {} };
  });
  return { spans, subject: typedSubject(timer), userId: timer.user_id, status: null };
}

/** The same with one end of a span at another instant, discarding typed text. */
export function withEnd(draft: Draft, key: string, end: DraftEnd, at: number | null): Draft {
  return withSpan(draft, key, (span) => ({ ...span, [end]: at, typed: { ...span.typed, [end]: undefined } }));
}

/** The same with a whole span moved; a running one stays. */
export function withMoved(draft: Draft, key: string, from: number): Draft {
  return withSpan(draft, key, (span) =>
    span.to === null ? span : { ...span, from, to: span.to + from - span.from, typed: {} },
  );
}

/** Split in the middle; a running span, halfway to now. */
export function withSplit(draft: Draft, key: string, now: number): Draft {
  return {
    ...draft,
    spans: draft.spans.flatMap((span) => {
      if (span.key !== key || !canSplit(span, now)) return [span];
      const middle = Math.round((span.from + (span.to ?? now)) / 2 / MINUTE_MS) * MINUTE_MS;
      return [
        { ...span, to: middle, typed: { from: span.typed.from } },
        { key: randomId(), from: middle, to: span.to, was: null, typed: { to: span.typed.to } },
      ];
    }),
  };
}

/** Whether both halves are long enough. */
export function canSplit({ from, to }: DraftSpan, now: number): boolean {
  return (to ?? now) - from >= 2 * MIN_MS;
}

/** Joined with the next span; the gap between them is counted. */
export function withMerge(draft: Draft, key: string): Draft {
  const at = draft.spans.findIndex((span) => span.key === key);
  const next = draft.spans[at + 1];
  if (at < 0 || !next) return draft;
  const spans = draft.spans.filter(({ key }) => key !== next.key);
  return withSpan({ ...draft, spans }, key, (span) => ({
    ...span,
    to: next.to,
    typed: { from: span.typed.from, to: next.typed.to },
  }));
}

/** Without a span; the last one is kept. */
export function withoutSpan(draft: Draft, key: string): Draft {
  return draft.spans.length === 1 ? draft : { ...draft, spans: draft.spans.filter((span) => span.key !== key) };
}

/** With a quarter of an hour after the last span or, without room there, before the first. */
export function withAdded(draft: Draft, now: number): Draft {
  const [first, last] = [draft.spans[0], draft.spans.at(-1)];
  if (!first || !last) return draft;
  const added = (from: number, to: number) => ({ key: randomId(), from, to, was: null, typed: {} });
  if (last.to !== null && now - last.to >= MIN_MS) {
    return { ...draft, spans: [...draft.spans, added(last.to, Math.min(last.to + ADDED_MS, now))] };
  }
  return { ...draft, spans: [added(first.from - ADDED_MS, first.from), ...draft.spans] };
}

/** The instants between which an end may be: it passes neither its other end nor the neighboring span. */
export function endBounds(spans: readonly DraftSpan[], key: string, end: DraftEnd, now: number): [number, number] {
  const at = spans.findIndex((span) => span.key === key);
  const span = spans[at];
  if (!span) return [now, now];
  if (end === 'from') return [spans[at - 1]?.to ?? -Infinity, (span.to ?? now) - MIN_MS];
  return [span.from + MIN_MS, spans[at + 1]?.from ?? now];
}

/** The instants between which a whole span may begin: it passes neither neighbor. */
export function startBounds(spans: readonly DraftSpan[], key: string, now: number): [number, number] {
  const at = spans.findIndex((span) => span.key === key);
  const span = spans[at];
  if (!span || span.to === null) return [now, now];
  return [spans[at - 1]?.to ?? -Infinity, (spans[at + 1]?.from ?? now) - (span.to - span.from)];
}

export function lengthOf(spans: readonly { from: number; to: number | null }[], now: number): number {
  return spans.reduce((sum, { from, to }) => sum + Math.max(0, (to ?? now) - from), 0);
}

/** Whether it can be reassigned: a running or paused timer stays with its person. */
export function isOverIn({ spans, status }: Draft, timer: Pick<TimerJson, 'status'>): boolean {
  if (timer.status === 'running') return spans.at(-1)?.to !== null;
  if (timer.status === 'paused') return status === 'stopped';
  // One that was deleted while running is restored as paused.
  return timer.status !== 'discarded';
}

export function withSpan(draft: Draft, key: string, change: (span: DraftSpan) => DraftSpan): Draft {
  return { ...draft, spans: draft.spans.map((span) => (span.key === key ? change(span) : span)) };
}
