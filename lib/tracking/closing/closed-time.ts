import { isDeepStrictEqual } from 'node:util';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Closed time: from `from`, or without a beginning, to `to`. It is closed for the whole workspace through a day, or for
 * one member by a submitted or approved week.
 */
export type ClosedTime = { from: Date | null; to: Date } & Closure;
export type Closure =
  | { through: string; week: null }
  | { through: null; week: { startsOn: string; status: 'submitted' | 'approved' } };

/** A timer before and after a change: null before it was created, or after it is gone. */
export type Change = { before: Timer | null; after: Timer | null };

/** The first part of closed time that one of these changes affects. */
export function closedBy(changes: readonly Change[], closed: readonly ClosedTime[]): ClosedTime | undefined {
  return closed.find((time) => changes.some((change) => changesClosed(change, time)));
}

/**
 * Whether a change affects closed time: its amount, its owner or its subject. A timer that runs from closed into open
 * time may be ended: its closed part stays as it is.
 */
export function changesClosed({ before, after }: Change, closed: Pick<ClosedTime, 'from' | 'to'>): boolean {
  const [was, is] = [closedPart(before, closed), closedPart(after, closed)];
  if (was.length === 0 && is.length === 0) return false;
  return !(before && after && isDeepStrictEqual(was, is) && isDeepStrictEqual(facts(before), facts(after)));
}

/** The timer's stretches within the closed time. A discarded timer has none. */
function closedPart(timer: Timer | null, closed: Pick<ClosedTime, 'from' | 'to'>): { from: number; to: number }[] {
  if (!timer || timer.status === 'discarded') return [];
  const [from, to] = [closed.from ? +closed.from : -Infinity, +closed.to];
  return timer.spans
    .map(({ startedAt, endedAt }) => ({ from: Math.max(+startedAt, from), to: Math.min(+(endedAt ?? to), to) }))
    .filter((part) => part.to > part.from);
}

function facts({ userId, title, ticket, project, tags }: Timer) {
  return { userId, title, ticketId: ticket?.id, projectId: project?.id, tags };
}
