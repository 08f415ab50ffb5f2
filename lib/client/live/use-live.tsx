'use client';

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { reloadPage } from '#/lib/client/http/reload-page.ts';
import type { ConnectionState } from '#/lib/client/live/connection.ts';
import { createLive, type Live } from '#/lib/client/live/live.ts';
import type { Bindings } from '#/lib/client/page/shortcuts.ts';
import { useStore } from '#/lib/client/page/use-store.ts';
import { ticketsQuery } from '#/lib/client/tickets/ticket-search-queries.ts';
import { type HourCycle, type TimeStyle, timeStyleOf } from '#/lib/client/time/time-style.ts';
import { cacheZone } from '#/lib/client/time/zone-time.ts';
import { currentQuery, latestQuery, recentQuery } from '#/lib/client/timers/timer-queries.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { ZoneCourse } from '#/lib/core/zone-course.ts';

const LiveContext = createContext<Live | null>(null);
const MeContext = createContext<MeJson | null>(null);

type LiveProviderProps = {
  /** As rendered by the page's server; any newer one replaces it. */
  me: MeJson;
  localCycle: HourCycle;
  /** The clock of the person's zone. */
  zone: ZoneCourse;
  children: ReactNode;
};

/** Connects the pages inside it to the server, for as long as they are shown. */
export function LiveProvider({ me, localCycle, zone, children }: LiveProviderProps) {
  const isPageLoad = useSyncExternalStore(never, isFalse, isTrue);
  const [live] = useState(() => {
    cacheZone(zone);
    return createLive(me, { isPageLoad, localCycle, onMoved: reloadPage });
  });
  useEffect(() => {
    // In a separate task: the page is busy hydrating.
    const begin = setTimeout(() => live.start());
    return () => {
      clearTimeout(begin);
      live.stop();
    };
  }, [live]);
  useLayoutEffect(() => live.me.apply(me), [live, me]);
  return (
    <LiveContext value={live}>
      <MeProvider live={live}>
        <QueryClientProvider client={live.client}>{children}</QueryClientProvider>
      </MeProvider>
    </LiveContext>
  );
}

function MeProvider({ live, children }: { live: Live; children: ReactNode }) {
  return <MeContext value={useStore(live.me)}>{children}</MeContext>;
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider above it');
  return live;
}

/** The signed-in person, and their workspace. */
export function useMe(): MeJson {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe needs a LiveProvider above it');
  return me;
}

/** Whether the person may do this: a scope such as `alarms:write`. */
export function useMay(scope: string): boolean {
  return useMe().scopes.includes(scope);
}

/** How the person reads times. */
export function useTimeStyle(): TimeStyle {
  const { localCycle } = useLive();
  const { user } = useMe();
  return useMemo(() => timeStyleOf(user, localCycle), [user, localCycle]);
}

export function useConnection(): ConnectionState {
  return useStore(useLive().connection);
}

export function useIsOffline(): boolean {
  return useConnection().kind === 'offline';
}

/** Why nothing can be started or resumed at the moment; null when it can. Pausing and stopping always can. */
export function useStartBlockedReason(): string | null {
  const { timers_disabled_at: since } = useMe().workspace;
  return since && 'Timers are paused for maintenance';
}

/**
 * The server's time in steps, for values that change slowly. The first render uses the time at which the page was
 * rendered.
 */
export function useServerNow(stepMs: number): number {
  const { clock, ticker, madeAt } = useLive();
  const stepped = (now: number) => Math.floor(now / stepMs) * stepMs;
  const subscribe = useCallback(
    (changed: () => void) => ticker.add({ paint: changed, stepMs, phase: 0 }),
    [ticker, stepMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => stepped(clock.now()),
    () => stepped(madeAt),
  );
}

/** Today's date in the user's time zone. */
export function useToday(): string {
  return dayIn(useTimeStyle(), useServerNow(MINUTE_MS));
}

/** Whole seconds until this page retries to reach the server; 0 while it does, and without an error. */
export function useRetrySeconds(): number {
  const { liveSync } = useLive();
  const retry = useStore(liveSync.retry, () => null);
  useServerNow(SECOND_MS);
  return retry ? Math.max(0, Math.ceil((retry.nextAttemptAt - performance.now()) / SECOND_MS)) : 0;
}

export function useCurrentTimer() {
  const { http, updates } = useLive();
  return useQuery(currentQuery(http, updates));
}

/** The timers of the last days and of this week. */
export function useRecentDays() {
  const { http, updates } = useLive();
  return useQuery(recentQuery(http, updates, useToday(), useMe().user.week_start));
}

/** The timers that were started last, however long ago; only loaded if wanted. */
export function useLatestTimers(isWanted: boolean) {
  const { http, updates } = useLive();
  return useQuery({ ...latestQuery(http, updates), enabled: isWanted });
}

export function useTickets(search: string) {
  const { http } = useLive();
  return useQuery(ticketsQuery(http, search));
}

/** Single keys for as long as the component is shown. They apply from its first frame on. */
export function useShortcuts(bindings: Bindings): void {
  const { shortcuts } = useLive();
  useLayoutEffect(() => shortcuts.bind(bindings), [shortcuts, bindings]);
}

// React renders with the server's value while it hydrates a page, and with the other one afterwards.
const never = () => () => {};
const isTrue = () => true;
const isFalse = () => false;
