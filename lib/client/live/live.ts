import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { ALARMS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import {
  DEAD_LETTERS_KEY,
  ENDPOINTS_KEY,
  IMPORTS_KEY,
  NEW_EVENTS_KEY,
  NOTIFICATIONS_KEY,
  PROJECTS_KEY,
  REPORTS_KEY,
  REVIEW_KEY,
  TEAM_KEY,
  TICKETS_KEY,
} from '#/lib/client/http/cache-keys.ts';
import { Http } from '#/lib/client/http/http.ts';
import type { PageRequests } from '#/lib/client/http/page-requests.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { isSigningOut, SIGNED_OUT } from '#/lib/client/http/signed-out.ts';
import { ThrottledRefresh } from '#/lib/client/http/throttled-refresh.ts';
import { Announcer } from '#/lib/client/live/announcer.ts';
import { Connection } from '#/lib/client/live/connection.ts';
import { openEventStream, type TimerEvent } from '#/lib/client/live/event-stream.ts';
import { LiveSync } from '#/lib/client/live/live-sync.ts';
import { MeUpdates } from '#/lib/client/live/me-updates.ts';
import { subscribeToOtherTabs } from '#/lib/client/live/other-tabs.ts';
import { clearLastKnown } from '#/lib/client/offline/clear-last-known.ts';
import { LazyOfflineQueue, QUEUE_MODULE } from '#/lib/client/offline/lazy-offline-queue.ts';
import { preloadModule } from '#/lib/client/offline/preload-module.ts';
import { Shortcuts } from '#/lib/client/page/shortcuts.ts';
import { Toasts } from '#/lib/client/page/toasts.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { Ticker } from '#/lib/client/time/ticker.ts';
import type { HourCycle } from '#/lib/client/time/time-style.ts';
import { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';

/** Streamed changes are confirmed by a request, once they have stopped for a moment. */
const CONFIRM_AFTER_MS = 400;
const LINK_TRAVEL_MS = 1_000;
/** Lists of tickets and projects, and reports, are reloaded at most this often, however much others change. */
const WORK_REST_MS = 2_000;
const ME_REST_MS = 500;
/** The server reports changed members at most once a second, so a change shows within 2 s. */
const MEMBERS_REST_MS = 500;
/** Alarms that change by the thousand are fetched again at most this often. */
const ALARMS_REST_MS = 1_000;
/** The server reports new entries at most once a second. */
const EVENTS_REST_MS = 500;
const DEAD_REST_MS = 10_000;
/** A field with rejected text is restored by then. */
const FIELD_BACK_MS = 300;
const ME_KEY = ['me'] as const;

export type Live = ReturnType<typeof createLive>;
/** Called for changes to timers that were not made on this page. */
export type ElsewhereListener = (event: TimerEvent) => void;

type LiveOptions = {
  isPageLoad: boolean;
  /** The clock format of the browser's language. */
  localCycle: HourCycle;
  /** The session has moved to another workspace; called once, when everything has stopped. */
  onMoved: () => void;
};

/** Everything that connects a page to the server, for one person. `start` begins to send requests. */
export function createLive(firstMe: MeJson, options: LiveOptions) {
  const clock = new ServerClock({ wall: () => Date.now(), monotonic: () => performance.now() });
  if (typeof window !== 'undefined') clock.observe({ ...travel(options), serverTime: Date.parse(firstMe.server_time) });
  const connection = new Connection({
    monotonic: () => performance.now(),
    serverNow: () => clock.now(),
    confirmedAt: Date.parse(firstMe.server_time),
  });
  /** Loaded after the page. */
  const pages: { requests: PageRequests | null } = { requests: null };
  const client = newQueryClient();
  const onSignedOut = () => setTimeout(leaveForSignIn, FIELD_BACK_MS);
  const http = new Http({ clock, connection, workspaceId: firstMe.workspace.id, onSignedOut });
  const updates = new TimerUpdates(client, () => clock.now());
  const [userId, workspaceId] = [firstMe.user.id, firstMe.workspace.id];
  const offlineQueue = new LazyOfflineQueue({ clock, connection, userId, workspaceId });
  const mutations = new TimerMutations({ client, http, updates, clock, userId, queue: offlineQueue });
  const askAgain = (...keys: (readonly unknown[])[]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))).then(() => {});
  const alarmUpdates = new ThrottledRefresh(() => askAgain(ALARMS_KEY), ALARMS_REST_MS);
  const deadLetterUpdates = new ThrottledRefresh(() => askAgain(DEAD_LETTERS_KEY), DEAD_REST_MS);
  const memberUpdates = new ThrottledRefresh(() => askAgain(TEAM_KEY), MEMBERS_REST_MS);
  const logUpdates = new ThrottledRefresh(() => askAgain(NEW_EVENTS_KEY), EVENTS_REST_MS);
  const timerUpdates = new ThrottledRefresh(() => updates.refresh(), WORK_REST_MS);
  const workUpdates = new ThrottledRefresh(() => askAgain(TICKETS_KEY, PROJECTS_KEY, IMPORTS_KEY), WORK_REST_MS);
  const reportUpdates = new ThrottledRefresh(() => askAgain(REPORTS_KEY), WORK_REST_MS);
  const me = new MeUpdates(firstMe, () => {
    stop();
    options.onMoved();
  });
  const ticker = new Ticker(clock);
  const elsewhere = new Set<ElsewhereListener>();
  let confirmation: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  let leaveTabs: (() => void) | undefined;

  /** Loads the user, workspace and settings. Detects the end of the session. */
  const meRefresh = new ThrottledRefresh(
    () =>
      client.prefetchQuery({
        queryKey: ME_KEY,
        staleTime: 0,
        queryFn: async ({ signal }) => {
          const response = await http.send<MeJson>('/me', { signal });
          me.apply(response);
          return response;
        },
      }),
    ME_REST_MS,
  );
  /** The caller does not wait. Changes while a response is in flight are in the next one. */
  const refreshMe = () => meRefresh.run();

  function stop(): void {
    leaveTabs?.();
    clearTimeout(confirmation);
    alarmUpdates.stop();
    deadLetterUpdates.stop();
    memberUpdates.stop();
    logUpdates.stop();
    timerUpdates.stop();
    workUpdates.stop();
    reportUpdates.stop();
    meRefresh.stop();
    liveSync.stop();
    ticker.stop();
  }

  function onTimer(event: TimerEvent): void {
    reportUpdates.run();
    if (mutations.isOwn(event.request_id)) {
      mutations.onEvent(event);
      return;
    }
    // Before it is loaded, the requests below bring the change.
    const timer = QUEUE_MODULE.loaded()?.changed(event, updates.find(event.timer.id));
    if (timer) updates.apply(timer, event.server_time);
    clearTimeout(confirmation);
    confirmation = setTimeout(() => void updates.refresh(), CONFIRM_AFTER_MS);
    // All timers may have been paused for maintenance.
    if (event.type === 'timer.paused') refreshMe();
    // Another tab may have sent an action that was made here offline.
    if (offlineQueue.ownKeys.has(event.request_id ?? '')) return;
    for (const listener of elsewhere) listener(event);
  }

  const liveSync = new LiveSync({
    clock,
    connection,
    openStream: openEventStream,
    getTime: () => http.send('/time'),
    refresh: () => {
      refreshMe();
      void updates.refresh();
      alarmUpdates.run();
      deadLetterUpdates.run();
      workUpdates.run();
      reportUpdates.run();
      void askAgain(NOTIFICATIONS_KEY, REVIEW_KEY, ENDPOINTS_KEY);
      memberUpdates.run();
      logUpdates.run();
    },
    onTimer,
    onElsewhere: () => timerUpdates.run(),
    onAlarms: () => {
      alarmUpdates.run();
      deadLetterUpdates.run();
    },
    onMembers: () => memberUpdates.run(),
    onEvents: () => logUpdates.run(),
    onWork: () => {
      workUpdates.run();
      reportUpdates.run();
    },
    onNotification: () => void askAgain(NOTIFICATIONS_KEY),
  });

  return {
    /** When the server rendered the page. */
    madeAt: Date.parse(firstMe.server_time),
    localCycle: options.localCycle,
    me,
    refreshMe,
    clock,
    connection,
    pages,
    client,
    http,
    updates,
    mutations,
    queue: offlineQueue,
    alarmUpdates,
    ticker,
    liveSync,
    announcer: new Announcer(),
    toasts: new Toasts(),
    shortcuts: new Shortcuts(() => me.current().user.single_keys),
    onElsewhere(listener: ElsewhereListener): () => void {
      elsewhere.add(listener);
      return () => elsewhere.delete(listener);
    },
    /** False while the loaded page hydrates with the server's data; pages shown later were fetched. */
    hasBegun: () => hasBegun,
    start(): void {
      hasBegun = true;
      leaveTabs = subscribeToOtherTabs(refreshMe);
      ticker.start();
      liveSync.start();
      // An action before it is loaded retries, and reports that it is not queued.
      preloadModule(QUEUE_MODULE, connection);
    },
    stop,
  };
}

/**
 * When the request for this page was sent and its response received, on the clock of `performance.now()`: good enough
 * to be right in the first frame. A page reached by a link was rendered a moment ago.
 */
function travel({ isPageLoad }: { isPageLoad: boolean }): { sentAt: number; receivedAt: number } {
  const now = performance.now();
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!isPageLoad || !load) return { sentAt: now - LINK_TRAVEL_MS, receivedAt: now };
  return { sentAt: load.requestStart, receivedAt: load.responseEnd || now };
}

function leaveForSignIn(): void {
  if (isSigningOut()) return;
  clearLastKnown();
  const path = window.location.pathname + window.location.search;
  const leave = () =>
    window.location.assign(path === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  if (window.dispatchEvent(new CustomEvent(SIGNED_OUT, { cancelable: true, detail: leave }))) leave();
}
