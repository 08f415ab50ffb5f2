import { type Draft, type DraftSpan, draftOf } from '#/lib/client/corrections/correction-draft.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * Rebases a draft begun on `base` onto the timer as another person has changed it: its differences from `base` are
 * kept, span by span and end by end; everything else is theirs.
 */
export function rebased(draft: Draft, base: TimerJson, theirs: TimerJson): Draft {
  const [old, fresh] = [draftOf(base), draftOf(theirs)];
  const text = (name: keyof Draft['subject']) =>
    draft.subject[name] === old.subject[name] ? fresh.subject[name] : draft.subject[name];
  return {
    spans: rebasedSpans(draft.spans, old.spans, fresh.spans),
    subject: { ticket: text('ticket'), title: text('title'), tags: text('tags') },
    userId: draft.userId === old.userId ? fresh.userId : draft.userId,
    status: rebasedStatus(draft.status, theirs),
  };
}

function rebasedSpans(mine: DraftSpan[], old: DraftSpan[], fresh: DraftSpan[]): DraftSpan[] {
  const [own, known] = [byKey(mine), byKey(old)];
  const theirs = fresh.flatMap((span) => {
    const [my, was] = [own.get(span.key), known.get(span.key)];
    if (!was) return [span];
    if (!my) return [];
    const from = my.from === was.from ? span.from : my.from;
    const to = my.to === was.to ? span.to : my.to;
    return [{ ...my, from, to, was: span.was }];
  });
  const there = byKey(fresh);
  const added = mine.filter(({ key }) => !there.has(key)).filter((span) => isOther(span, known.get(span.key)));
  const all = [...theirs, ...added.map((span) => ({ ...span, was: null }))];
  return all.length === 0 ? fresh : all.toSorted((one, other) => one.from - other.from);
}

function rebasedStatus(status: Draft['status'], { status: is }: TimerJson): Draft['status'] {
  const isOver = is !== 'running' && is !== 'paused';
  if (status === 'stopped') return isOver ? null : status;
  if (status === 'discarded') return is === 'discarded' ? null : status;
  return is === 'discarded' ? status : null;
}

function isOther(span: DraftSpan, was: DraftSpan | undefined): boolean {
  return was?.from !== span.from || was.to !== span.to;
}

function byKey(spans: readonly DraftSpan[]): Map<string, DraftSpan> {
  return new Map(spans.map((span) => [span.key, span]));
}
