import type { PendingAction } from '#/lib/client/http/pending-action.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { isSigningOut } from '#/lib/client/http/signed-out.ts';
import type { Age, LazyOfflineQueue, Moment, NewAction } from '#/lib/client/offline/lazy-offline-queue.ts';
import { offlineAgeBody, offlineAgeMs } from '#/lib/client/offline/offline-age.ts';
import {
  OfflineQueue,
  type QueuedAction,
  type QueueState,
  type Seen,
  serverTimerOf,
} from '#/lib/client/offline/offline-queue.ts';
import { linkedTicket } from '#/lib/client/tickets/ensure-ticket.ts';
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
export async function queueOfflineAction(
  offlineQueue: LazyOfflineQueue,
  action: NewAction,
  moment: Moment,
): Promise<void> {
  const queuedAction = queued(action, moment);
  offlineQueue.ownKeys.add(queuedAction.key);
  await new OfflineQueue(offlineQueue).change((all) => {
    if (isSigningOut()) throw new NoResponse('Signed out.');
    return { ...all, waiting: [...all.waiting, queuedAction] };
  });
}

/**
 * Queues everything that waits for a response or its turn, in the order in which it was made, whichever action first
 * finds that the server does not respond. Each keeps its key and body. Rejects with the browser's error if it stores
 * nothing.
 */
export async function queuePending(offlineQueue: LazyOfflineQueue): Promise<void> {
  const added = new Set<PendingAction>();
  await new OfflineQueue(offlineQueue).change((all) => withPending(all, offlineQueue, added));
  markQueued(added);
}

/**
 * Queues an action that has waited too long to count from now; if this browser stores nothing, returns the age to send
 * with it. Rejects with NoResponse if it is queued, its age is unknown, or its timer no longer exists.
 */
export async function ageOf(offlineQueue: LazyOfflineQueue, pendingAction: PendingAction): Promise<Age> {
  await queuePending(offlineQueue).catch(() => {
    // Storage is blocked or full.
  });
  const action = pendingAction.toAction();
  if (pendingAction.isQueued || !action) throw new NoResponse('Waits.');
  const queuedAction = queued(action, pendingAction.moment);
  const ageMs = offlineAgeMs(queuedAction, [], offlineQueue.clock);
  if (ageMs === null) throw new NoResponse('This device’s clock was changed in the meantime.');
  return offlineAgeBody(queuedAction, ageMs, queuedAction.running);
}

/** The same for a page that is hidden or closed and may never run again. Returns a function that stops it. */
export function queueOnPageHide(offlineQueue: LazyOfflineQueue): () => void {
  const ends = new AbortController();
  const queueAll = () => {
    if (offlineQueue.pending.size === 0) return;
    const added = new Set<PendingAction>();
    try {
      new OfflineQueue(offlineQueue).changeAtOnce((all) => withPending(all, offlineQueue, added));
      markQueued(added);
    } catch {
      // Storage is blocked or full: an action in flight may still get a response.
    }
  };
  const { signal } = ends;
  window.addEventListener('pagehide', queueAll, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && queueAll(), { signal });
  return () => ends.abort();
}

/** Removes an action that got a response after all, and stores the resulting timer for the actions behind it. */
export async function dropConfirmed(
  offlineQueue: LazyOfflineQueue,
  { key, shownId }: PendingAction,
  timer?: TimerJson,
): Promise<void> {
  const now = timer && serverTimerOf(timer);
  await new OfflineQueue(offlineQueue).change((all) => ({
    ...all,
    waiting: all.waiting.filter((queuedAction) => queuedAction.key !== key),
    failed: all.failed.filter((queuedAction) => queuedAction.key !== key),
    timers: now ? { ...all.timers, [shownId]: now, [now.id]: now } : all.timers,
  }));
}

/**
 * One that is stored keeps its place. One that is no longer stored was sent or became a question from there. After the
 * end of the session nothing more is stored. `added` gets the stored ones.
 */
function withPending(all: QueueState, offlineQueue: LazyOfflineQueue, added: Set<PendingAction>): QueueState {
  if (isSigningOut()) return all;
  const waiting = [...all.waiting];
  for (const pendingAction of offlineQueue.pending) {
    const action = pendingAction.toAction();
    if (!action || pendingAction.isSent) continue;
    offlineQueue.ownKeys.add(pendingAction.key);
    added.add(pendingAction);
    const place = waiting.findIndex(({ key }) => key === pendingAction.key);
    waiting.splice(place < 0 ? waiting.length : place, 1, queued(action, pendingAction.moment));
  }
  return { ...all, waiting };
}

/** When they are written. */
function markQueued(added: ReadonlySet<PendingAction>): void {
  for (const pendingAction of added) pendingAction.isQueued = true;
}

function queued(action: NewAction, moment: Moment): QueuedAction {
  const { kind, timer, running, sent: sentRequest, responses, draft = draftToContinue(timer) } = action;
  const beforeMs = draft.startedAt === undefined ? 0 : moment.serverAt - draft.startedAt;
  const ticket = linkedTicket(draft);
  return {
    key: sentRequest?.key ?? randomId(),
    kind,
    target: seenOf(timer),
    running: running && seenOf(running),
    body: sentRequest?.body ?? bodyOf(action),
    ...(sentRequest && { isRepeat: true as const }),
    ...(ticket && { ticket }),
    ...(kind === 'start' && { shown: timer }),
    name: draftName(draft),
    wallAt: moment.wallAt - beforeMs,
    serverAt: moment.serverAt - beforeMs,
    after: Math.max(0, ...Array.from(responses?.values() ?? [], lastInstant)),
  };
}

function bodyOf({ kind, draft }: NewAction): Record<string, unknown> {
  if (draft) return startBody({ ...draft, startedAt: undefined }, 'switch');
  return kind === 'resume' ? { on_conflict: 'pause' } : {};
}

function seenOf(timer: TimerJson): Seen {
  return { id: timer.id, version: confirmedVersion(timer) };
}
