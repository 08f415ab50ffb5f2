import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { PROJECTS_KEY, REPORTS_KEY, TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import { CURRENT_KEY, TIMERS_KEY, WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { mergeCurrent, mergeList } from '#/lib/client/timers/timer-merge.ts';
import type { CurrentTimerJson, TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A response with several timers. */
export type TimersResponse = CurrentTimerJson | TimerListJson;
/** Queued actions applied on top of responses. */
export type Overlay = {
  timer: (timer: TimerJson) => TimerJson;
  response: <T extends TimersResponse>(response: T) => T;
};

/** Keys that change with timers. */
const DEPENDENT_KEYS: readonly unknown[] = [TIMERS_KEY, TICKETS_KEY, PROJECTS_KEY, REPORTS_KEY].map(([first]) => first);

/**
 * Every state of a timer reaches the cache here: a response, an event, an error, an optimistic update. The newest
 * version wins; older ones change nothing.
 */
export class TimerUpdates {
  /** For queued actions, set by their code. */
  overlay: Overlay | null = null;
  readonly #client: QueryClient;
  readonly #versions = new Map<string, number>();
  readonly #serverNow: () => number;
  #latestAt = 0;
  /** When everything last had to be reloaded, by the server's clock. */
  #refreshedAt = 0;

  constructor(client: QueryClient, serverNow: () => number = () => 0) {
    this.#client = client;
    this.#serverNow = serverNow;
    // A page that was in flight during an update brings an older response, which looks fresh.
    client.getQueryCache().subscribe((event) => {
      const isInitial = event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState');
      if (isInitial && this.#isOutdated(event.query)) {
        queueMicrotask(() => void client.invalidateQueries({ queryKey: event.query.queryKey, exact: true }));
      }
    });
  }

  /** True when it was new. `serverTime` is the instant of the server's response; optimistic updates have none. */
  apply(timer: TimerJson, serverTime?: string): boolean {
    if (serverTime) this.#latestAt = Math.max(this.#latestAt, Date.parse(serverTime));
    const known = this.#knownVersion(timer.id);
    // Optimistic timers have half versions.
    const overlay = timer.version % 1 ? null : this.overlay;
    if (timer.version >= known) this.#show(overlay?.timer(timer) ?? timer, timer.version);
    return timer.version > known;
  }

  /**
   * Rolls an optimistic update back, unless something newer is shown by now. Without a state before, the timer is
   * removed.
   */
  rollBack(optimistic: TimerJson, before: TimerJson | null): void {
    if (this.#knownVersion(optimistic.id) !== optimistic.version) return;
    this.#show(before ?? { ...optimistic, status: 'discarded' });
  }

  /** Shows the same timer with the server's id. */
  rename(from: string, to: string): void {
    const timer = this.find(from);
    if (!timer) return;
    notifyManager.batch(() => {
      this.#show({ ...timer, status: 'discarded' });
      this.apply({ ...timer, id: to });
    });
  }

  /** The timer as it is shown now. */
  find(id: string): TimerJson | null {
    const current = this.#client.getQueryData<CurrentTimerJson>(CURRENT_KEY);
    const lists = this.#client.getQueriesData<TimerListJson>({ queryKey: WEEKS_KEY });
    const timers = [current?.timer, ...(current?.paused ?? []), ...lists.flatMap(([, list]) => list?.timers ?? [])];
    return timers.find((timer) => timer?.id === id) ?? null;
  }

  /** What to show after this response: the response, unless something newer is known or an action is in flight. */
  latest<T extends TimersResponse>(key: readonly unknown[], response: T): T {
    const before = this.#client.getQueryData<T>(key);
    const isInProgress = this.#client.isMutating({ mutationKey: TIMERS_KEY }) > 0;
    const isOld = Date.parse(response.server_time) < this.#latestAt;
    if (before && (isOld || isInProgress)) return before;
    return this.overlay?.response(response) ?? response;
  }

  /** Reloads everything about timers on the screen. */
  refresh(): Promise<void> {
    this.#refreshedAt = this.#serverNow();
    return this.#client.invalidateQueries({ queryKey: TIMERS_KEY });
  }

  #isOutdated({ queryKey, state }: Query): boolean {
    if (!DEPENDENT_KEYS.includes(queryKey[0])) return false;
    const data = state.data as { server_time?: string; pages?: { server_time?: string }[] } | undefined;
    const respondedAt = data?.server_time ?? data?.pages?.[0]?.server_time;
    return respondedAt !== undefined && Date.parse(respondedAt) < Math.max(this.#latestAt, this.#refreshedAt);
  }

  #knownVersion(id: string): number {
    return Math.max(this.#versions.get(id) ?? 0, this.find(id)?.version ?? 0);
  }

  /** A timer with queued actions applied is ahead of the server's, until the queue is empty. */
  #show(timer: TimerJson, version = timer.version): void {
    this.#versions.set(timer.id, version);
    notifyManager.batch(() => {
      this.#client.setQueryData<CurrentTimerJson>(CURRENT_KEY, (current) => current && mergeCurrent(current, timer));
      this.#client.setQueriesData<TimerListJson>({ queryKey: WEEKS_KEY }, (list) => list && mergeList(list, timer));
    });
  }
}
