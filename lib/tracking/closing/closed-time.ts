import { isDeepStrictEqual } from 'node:util';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Time that is settled: from `from`, or ever since, to `to`. It is closed for all of the workspace through a day, or a
 * week of its member that was submitted or approved.
 */
export type ClosedTime = { from: Date | null; to: Date } & Closure;
export type Closure =
  | { through: string; week: null }
  | { through: null; week: { startsOn: string; status: 'submitted' | 'approved' } };

/** What a change makes of a timer: null where there was none before it, or is none after it. */
export type Change = { before: Timer | null; after: Timer | null };

/** The first part of closed time that one of these changes alters. */
export function closedBy(changes: readonly Change[], closed: readonly ClosedTime[]): ClosedTime | undefined {
  return closed.find((time) => changes.some((change) => changesClosed(change, time)));
}

/**
 * Whether a change alters closed time: its amount, its owner or its subject. A timer that runs from closed into open
 * time may be ended: its closed part stays as it is.
 */
export function changesClosed({ before, after }: Change, closed: Pick<ClosedTime, 'from' | 'to'>): boolean {
  const [was, is] = [closedPart(before, closed), closedPart(after, closed)];
  if (was.length === 0 && is.length === 0) return false;
  return !(before && after && isDeepStrictEqual(was, is) && isDeepStrictEqual(facts(before), facts(after)));
}

/** The timer's stretches within it. A discarded timer has none. */
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
