import { isDeparting } from '#/lib/client/http/departure.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { Unanswered } from '#/lib/client/http/unanswered.ts';
import { offlineAgeBody, offlineAgeMs } from '#/lib/client/offline/late-body.ts';
import {
  madeOf,
  OfflineQueue,
  type QueuedAction,
  type QueueState,
  type Seen,
} from '#/lib/client/offline/offline-queue.ts';
import type { Age, Moment, OfflineQueueGate, Pressed } from '#/lib/client/offline/offline-queue-gate.ts';
import { linkedTicket } from '#/lib/client/tickets/make-ticket.ts';
import { lastInstant } from '#/lib/client/time/last-instant.ts';
import { changedTimer } from '#/lib/client/timers/changed-timer.ts';
import { confirmedVersion } from '#/lib/client/timers/optimistic-timer.ts';
import { draftName, draftToContinue, startBody } from '#/lib/client/timers/timer-draft.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Loaded with it soon after the page: too little to be loaded alone, and not needed earlier.
export const changed = changedTimer;

/**
 * Queues an action on this device with its moment by both clocks, to be sent when the server can be reached. A start
 * with an earlier start time counts from there. Rejects with the browser's error if it stores nothing.
 */
export async function queueOfflineAction(queueGate: OfflineQueueGate, pressed: Pressed, moment: Moment): Promise<void> {
  const press = queued(pressed, moment);
  queueGate.own.add(press.key);
  await new OfflineQueue(queueGate).change((all) => {
    if (isDeparting()) throw new NoResponse('Signed out.');
    return { ...all, waiting: [...all.waiting, press] };
  });
}

/**
 * Queues everything that waits for a response or its turn, in the order in which it was made, whichever action first
 * finds that the server does not respond. Each keeps its key and body. Rejects with the browser's error if it stores
 * nothing.
 */
export async function keepUnanswered(queueGate: OfflineQueueGate): Promise<void> {
  const added = new Set<Unanswered>();
  await new OfflineQueue(queueGate).change((all) => withUnanswered(all, queueGate, added));
  markKept(added);
}

/**
 * Queues an action that has waited too long to count from now; if this browser stores nothing, returns the age to send
 * with it. Rejects with NoResponse if it is queued, its age is unknown, or its timer no longer exists.
 */
export async function ageOf(queueGate: OfflineQueueGate, unanswered: Unanswered): Promise<Age> {
  await keepUnanswered(queueGate).catch(() => {
    // Storage is blocked or full.
  });
  const pressed = unanswered.pressed();
  if (unanswered.isKept || !pressed) throw new NoResponse('Waits.');
  const press = queued(pressed, unanswered.moment);
  const ageMs = offlineAgeMs(press, [], queueGate.clock);
  if (ageMs === null) throw new NoResponse('This device’s clock was changed in the meantime.');
  return offlineAgeBody(press, ageMs, press.running);
}

/** The same for a page that is hidden or closed and may never run again. Returns a function that stops it. */
export function queueOnPageHide(queueGate: OfflineQueueGate): () => void {
  const ends = new AbortController();
  const keep = () => {
    if (queueGate.unanswered.size === 0) return;
    const added = new Set<Unanswered>();
    try {
      new OfflineQueue(queueGate).changeAtOnce((all) => withUnanswered(all, queueGate, added));
      markKept(added);
    } catch {
      // Storage is blocked or full: an action in flight may still get a response.
    }
  };
  const { signal } = ends;
  window.addEventListener('pagehide', keep, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep(), { signal });
  return () => ends.abort();
}

/** Removes an action that got a response after all, and stores the resulting timer for the actions behind it. */
export async function dropConfirmed(
  queueGate: OfflineQueueGate,
  { key, shownId }: Unanswered,
  timer?: TimerJson,
): Promise<void> {
  const now = timer && madeOf(timer);
  await new OfflineQueue(queueGate).change((all) => ({
    ...all,
    waiting: all.waiting.filter((press) => press.key !== key),
    asked: all.asked.filter((press) => press.key !== key),
    made: now ? { ...all.made, [shownId]: now, [now.id]: now } : all.made,
  }));
}

/**
 * One that is stored keeps its place. One that is no longer stored was sent or became a question from there. After the
 * end of the session nothing more is stored. `added` gets the stored ones.
 */
function withUnanswered(all: QueueState, queueGate: OfflineQueueGate, added: Set<Unanswered>): QueueState {
  if (isDeparting()) return all;
  const waiting = [...all.waiting];
  for (const unanswered of queueGate.unanswered) {
    const pressed = unanswered.pressed();
    if (!pressed || unanswered.isTaken) continue;
    queueGate.own.add(unanswered.key);
    added.add(unanswered);
    const place = waiting.findIndex(({ key }) => key === unanswered.key);
    waiting.splice(place < 0 ? waiting.length : place, 1, queued(pressed, unanswered.moment));
  }
  return { ...all, waiting };
}

/** When they are written. */
function markKept(added: ReadonlySet<Unanswered>): void {
  for (const unanswered of added) unanswered.isKept = true;
}

function queued(pressed: Pressed, moment: Moment): QueuedAction {
  const { kind, timer, running, unanswered, answered, draft = draftToContinue(timer) } = pressed;
  const beforeMs = draft.startedAt === undefined ? 0 : moment.serverAt - draft.startedAt;
  const ticket = linkedTicket(draft);
  return {
    key: unanswered?.key ?? randomId(),
    kind,
    target: seenOf(timer),
    running: running && seenOf(running),
    body: unanswered?.body ?? bodyOf(pressed),
    ...(unanswered && { isRepeat: true as const }),
    ...(ticket && { ticket }),
    ...(kind === 'start' && { shown: timer }),
    name: draftName(draft),
    wallAt: moment.wallAt - beforeMs,
    serverAt: moment.serverAt - beforeMs,
    after: Math.max(0, ...Array.from(answered?.values() ?? [], lastInstant)),
  };
}

function bodyOf({ kind, draft }: Pressed): Record<string, unknown> {
  if (draft) return startBody({ ...draft, startedAt: undefined }, 'switch');
  return kind === 'resume' ? { on_conflict: 'pause' } : {};
}

function seenOf(timer: TimerJson): Seen {
  return { id: timer.id, version: confirmedVersion(timer) };
}
