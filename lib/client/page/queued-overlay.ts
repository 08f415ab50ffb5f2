import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { LazyOfflineQueue } from '#/lib/client/offline/lazy-offline-queue.ts';
import {
  type OfflineQueue,
  type QueuedAction,
  type QueueState,
  subscribeToOfflineQueue,
} from '#/lib/client/offline/offline-queue.ts';
import { optimistic } from '#/lib/client/timers/optimistic-timer.ts';
import { CURRENT_KEY, TIMERS_KEY, WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { mergeCurrent, mergeList } from '#/lib/client/timers/timer-merge.ts';
import type { Overlay, TimersResponse, TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { client: QueryClient; updates: TimerUpdates; offlineQueue: LazyOfflineQueue };
type Apply = (timers: readonly TimerJson[]) => readonly TimerJson[];

/**
 * Keeps queued actions on screen until they are sent or rejected, whatever responses arrive meanwhile, after a reload
 * and in other tabs too. Returns a function that stops it.
 */
export function showQueuedActions({ client, updates, offlineQueue }: Parts, queue: OfflineQueue): () => void {
  const overlayOf = (only: (action: QueuedAction) => boolean): Overlay => {
    const apply: Apply = (timers) => {
      const all = queue.read();
      return withQueuedActions(timers, { ...all, waiting: all.waiting.filter(only) });
    };
    return {
      timer: (timer) => apply([timer]).find(({ id }) => id === timer.id) ?? timer,
      response: overlayResponse(apply),
    };
  };
  let shown = new Set<string>();
  const show = () => {
    const keys = new Set(queue.read().waiting.map(({ key }) => key));
    const isFresh = ({ key }: QueuedAction) => !shown.has(key) && !offlineQueue.ownKeys.has(key);
    const isGone = [...shown].some((key) => !keys.has(key));
    if (queue.read().waiting.some(isFresh)) reapply(client, overlayOf(isFresh));
    shown = keys;
    if (isGone) void updates.refresh();
  };
  const all = overlayOf(() => true);
  updates.overlay = all;
  show();
  // Actions on this page before this was loaded may have been overwritten by a response.
  if (shown.size > 0) void updates.refresh();
  const ends = [subscribeToOfflineQueue(show), overlayPages(client, all)];
  return () => {
    for (const end of ends) end();
    updates.overlay = null;
  };
}

/** Applies newly queued actions to what is already shown. */
function reapply(client: QueryClient, overlay: Overlay): void {
  const shown = (response: TimersResponse | undefined) => response && overlay.response(response);
  notifyManager.batch(() => {
    client.setQueryData<TimersResponse>(CURRENT_KEY, shown);
    client.setQueriesData<TimersResponse>({ queryKey: WEEKS_KEY }, shown);
  });
}

/** A page that is navigated to brings the server's timers from when it was rendered. */
function overlayPages(client: QueryClient, overlay: Overlay): () => void {
  return client.getQueryCache().subscribe((event) => {
    const isInitial = event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState');
    const { queryKey, state } = event.query;
    if (!isInitial || queryKey[0] !== TIMERS_KEY[0] || !state.data) return;
    const response = state.data as TimersResponse;
    // Leaving a page with a request in flight restores what was shown before, to which they were already applied.
    if (timersOf(response).some(hasOptimisticVersion)) return;
    const applied = overlay.response(response);
    if (applied === response) return;
    queueMicrotask(() => {
      client.setQueryData(queryKey, applied);
      void client.invalidateQueries({ queryKey, exact: true });
    });
  });
}

/** The timers with the expected results of the queued actions, in order. */
export function withQueuedActions(
  timers: readonly TimerJson[],
  queue: Omit<QueueState, 'failed'>,
): readonly TimerJson[] {
  return queue.waiting.reduce((known, action) => withQueuedAction(known, action, queue), timers);
}

function withQueuedAction(
  timers: readonly TimerJson[],
  action: QueuedAction,
  { waiting, timers: serverTimers }: Omit<QueueState, 'failed'>,
) {
  const { kind, serverAt } = action;
  const nameOf = (id: string) => serverTimers[id]?.id ?? id;
  const target = nameOf(action.target.id);
  if (kind === 'pause' || kind === 'stop') {
    const seen = Math.max(action.target.version, serverTimers[target]?.version ?? 0);
    const opensBefore = ({ kind: other, target: { id } }: QueuedAction) => opens(other) && nameOf(id) === target;
    const isOpened = waiting.slice(0, waiting.indexOf(action)).some(opensBefore);
    const isTarget = (timer: TimerJson) =>
      timer.id === target && isActive(timer, kind) && (isOpened || !isResumedSince(timer, { serverAt, seen }));
    return timers.map((timer) => (isTarget(timer) ? optimistic(timer, kind, serverAt) : timer));
  }
  const running = timers.find(({ status }) => status === 'running');
  // Else it was started elsewhere since, or this action was applied and only its response was lost: then the running
  // one is right.
  if (running && running.id !== (action.running && nameOf(action.running.id))) return timers;
  const rest = (timer: TimerJson) =>
    timer === running ? optimistic(timer, kind === 'start' ? 'stop' : 'pause', serverAt) : timer;
  if (kind === 'start')
    return action.shown && target === action.shown.id ? withStarted(timers.map(rest), action.shown) : timers;
  return timers.map((timer) =>
    timer.id === target && timer.status === 'paused' ? optimistic(timer, kind, serverAt) : rest(timer),
  );
}

function opens(kind: QueuedAction['kind']): boolean {
  return kind === 'start' || kind === 'resume';
}

/** By another device, after what the person saw: then that state is right. */
function isResumedSince({ version, running_since }: TimerJson, action: { serverAt: number; seen: number }): boolean {
  if (!running_since || hasOptimisticVersion({ version })) return false;
  return version > action.seen && Date.parse(running_since) > action.serverAt;
}

/** Optimistic timers have half versions. */
function hasOptimisticVersion({ version }: Pick<TimerJson, 'version'>): boolean {
  return !Number.isInteger(version);
}

function isActive({ status, phase }: TimerJson, kind: 'pause' | 'stop'): boolean {
  if (status === 'running') return true;
  // A break counts no time, but can be paused all the same.
  return status === 'paused' && (kind === 'stop' || (phase !== null && phase.state !== 'frozen'));
}

/** Last, so that the timer it replaces has ended by then. */
function withStarted(timers: readonly TimerJson[], shown: TimerJson): readonly TimerJson[] {
  return timers.some(({ id }) => id === shown.id) ? timers : [...timers, shown];
}

function overlayResponse(apply: Apply): Overlay['response'] {
  // The type of the response is unchanged.
  return <T extends TimersResponse>(response: T) => applyToResponse(response, apply) as T;
}

function applyToResponse(response: TimersResponse, apply: Apply): TimersResponse {
  const timers = changedBy(timersOf(response), apply);
  return 'timers' in response ? timers.reduce(mergeList, response) : timers.reduce(mergeCurrent, response);
}

function timersOf(response: TimersResponse): readonly TimerJson[] {
  if ('timers' in response) return response.timers;
  const { timer, paused } = response;
  return timer ? [timer, ...paused] : paused;
}

function changedBy(timers: readonly TimerJson[], apply: Apply): TimerJson[] {
  return apply(timers).filter((timer) => !timers.includes(timer));
}
