import { isDeepStrictEqual } from 'node:util';
import type { TxCtx } from '#/lib/context/context.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import type { Corrected } from '#/lib/tracking/corrections/effect.ts';
import { listOverlaps, type Overlap } from '#/lib/tracking/spans/overlaps-query.ts';
import { assertWithinCap, timeOverlaps } from '#/lib/tracking/timers/assert-time.ts';
import { areSame } from '#/lib/tracking/timers/correction.ts';
import { recordReassignment, saveChange } from '#/lib/tracking/timers/save-timer.ts';
import type { Stretch } from '#/lib/tracking/timers/timer.ts';
import { releaseSpans } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Rejects time that would overlap other time of its owner or of another timer in the same correction, and time that
 * would make a running timer end, unless that is allowed. @throws AppError 409 `time_overlaps`, `cap_reached`
 */
export async function assertNotCorrected(
  ctx: TxCtx,
  timers: readonly Corrected[],
  now: Date,
  mayEnd = false,
): Promise<void> {
  const ids = timers.map(({ after }) => after.id);
  const counted = timers.filter(({ after }) => after.status !== 'discarded');
  if (!mayEnd) for (const { after } of counted) assertWithinCap(after, now);
  for (const [userId, ofOne] of Map.groupBy(counted, ({ after }) => after.userId)) {
    const owner = { userId, workspaceId: ctx.actor.workspaceId };
    const spans = ofOne.flatMap(({ after }) => after.spans);
    const others = await listOverlaps(ctx.tx, owner, spans, ids);
    const visible = userId === ctx.actor.userId ? others : others.map((overlap) => withoutTimes(overlap, spans));
    const overlaps = [...overlapsAmong(ofOne), ...visible];
    if (overlaps.length > 0) throw timeOverlaps(overlaps);
  }
}

/** Writes all timers: first releases the time that moves between them. */
export async function saveCorrected(
  ctx: TxCtx,
  timers: readonly Corrected[],
  correction: { id: string; comment: string },
  now: Date,
): Promise<void> {
  for (const { before, after } of timers) await releaseSpans(ctx.tx, before, after);
  const why = { reason: 'correction', correction };
  for (const { before, after } of timers) {
    if (before.userId !== after.userId) await recordReassignment(ctx, before, after, now, why);
    await saveChange(ctx, before, after, eventOf(before, after), now, why);
  }
}

function eventOf(before: Corrected['before'], after: Corrected['after']): EventType {
  if ((before.status === 'discarded') !== (after.status === 'discarded')) {
    return after.status === 'discarded' ? 'timer.discarded' : 'timer.restored';
  }
  const isSameTime =
    areSame(before.spans, after.spans) && before.userId === after.userId && before.status === after.status;
  const isReviewOnly =
    isSameTime && isDeepStrictEqual({ ...before, needsReview: true }, { ...after, needsReview: true });
  return isSameTime && !isReviewOnly ? 'timer.edited' : 'timer.corrected';
}

/** A person's times in another workspace are private: the admin sees that time is in the way, and nothing else. */
function withoutTimes(overlap: Overlap, spans: readonly Stretch[]): Overlap {
  const { timerId, startedAt, endedAt } = overlap;
  const wanted = spans.find(
    (span) => (!endedAt || span.startedAt < endedAt) && (!span.endedAt || startedAt < span.endedAt),
  );
  if (timerId || !wanted) return overlap;
  return { ...overlap, startedAt: wanted.startedAt, endedAt: wanted.endedAt };
}

function overlapsAmong(timers: readonly Corrected[]) {
  const all = timers
    .flatMap(({ after }) => after.spans.map((span) => ({ ...span, timer: after })))
    .filter(({ startedAt, endedAt }) => !endedAt || endedAt > startedAt)
    .sort((one, other) => +one.startedAt - +other.startedAt);
  return all.flatMap((span, index) => {
    const before = all[index - 1];
    if (!before || (before.endedAt && before.endedAt <= span.startedAt)) return [];
    const { timer, startedAt, endedAt } = before;
    return [{ timerId: timer.id, title: timer.title, ticketKey: timer.ticket?.key ?? null, startedAt, endedAt }];
  });
}
