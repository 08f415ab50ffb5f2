import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { CURRENT_KEY, TIMERS_KEY, WEEKS_KEY } from '#/lib/client/timer-keys.ts';
import { mergeCurrent, mergeList } from '#/lib/client/timer-merge.ts';
import type { CurrentTimerJson, TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * One place through which every state of a timer reaches the cache, whoever brings it: an answer, an event, a refusal,
 * a forecast. The newest version wins; what is older than what is shown changes nothing.
 */
export class TimerNews {
  readonly #client: QueryClient;
  readonly #versions = new Map<string, number>();
  #latestAt = 0;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** True when it was news. `serverTime` is the instant at which the server said so; forecasts have none. */
  tell(timer: TimerJson, serverTime?: string): boolean {
    if (serverTime) this.#latestAt = Math.max(this.#latestAt, Date.parse(serverTime));
    const known = this.#knownVersion(timer.id);
    if (timer.version >= known) this.#show(timer);
    return timer.version > known;
  }

  /** Takes a forecast back, unless something newer is shown by now. Without a state before, the timer goes. */
  takeBack(forecast: TimerJson, before: TimerJson | null): void {
    if (this.#knownVersion(forecast.id) !== forecast.version) return;
    this.#show(before ?? { ...forecast, status: 'discarded' });
  }

  /** The timer as it is shown just now. */
  find(id: string): TimerJson | null {
    const current = this.#client.getQueryData<CurrentTimerJson>(CURRENT_KEY);
    const lists = this.#client.getQueriesData<TimerListJson>({ queryKey: WEEKS_KEY });
    const timers = [current?.timer, ...(current?.paused ?? []), ...lists.flatMap(([, list]) => list?.timers ?? [])];
    return timers.find((timer) => timer?.id === id) ?? null;
  }

  /** What to show after this answer: the answer, unless something newer is known or a press is under way. */
  latest<T extends { server_time: string }>(key: readonly unknown[], answer: T): T {
    const before = this.#client.getQueryData<T>(key);
    const isUnderWay = this.#client.isMutating({ mutationKey: TIMERS_KEY }) > 0;
    const isOld = Date.parse(answer.server_time) < this.#latestAt;
    return before && (isOld || isUnderWay) ? before : answer;
  }

  /** Asks again for everything about timers that is on the screen. */
  refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: TIMERS_KEY });
  }

  #knownVersion(id: string): number {
    return Math.max(this.#versions.get(id) ?? 0, this.find(id)?.version ?? 0);
  }

  #show(timer: TimerJson): void {
    this.#versions.set(timer.id, timer.version);
    notifyManager.batch(() => {
      this.#client.setQueryData<CurrentTimerJson>(CURRENT_KEY, (current) => current && mergeCurrent(current, timer));
      this.#client.setQueriesData<TimerListJson>({ queryKey: WEEKS_KEY }, (list) => list && mergeList(list, timer));
    });
  }
}
