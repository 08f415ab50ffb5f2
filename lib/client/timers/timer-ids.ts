import { NoResponse } from '#/lib/client/http/problem.ts';
import { confirmedVersion, isOptimistic } from '#/lib/client/timers/optimistic-timer.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * Ids of timers. A new timer has the id of its optimistic update until its start has a response, and the server's id
 * from then on.
 */
export class TimerIds {
  readonly #real = new Map<string, string>();
  readonly #shown = new Map<string, string>();
  /** Timers as of the last response to an action on each. */
  readonly responses = new Map<string, TimerJson>();

  link(shownId: string, realId: string): void {
    this.#real.set(shownId, realId);
    this.#shown.set(realId, shownId);
  }

  /** One key for a timer from its optimistic update on. */
  keyOf(id: string): string {
    return this.#shown.get(id) ?? id;
  }

  /** The same timer with the id that it is shown with, if its start has got a response by now. */
  withId(timer: TimerJson): TimerJson {
    return { ...timer, id: this.#real.get(timer.id) ?? timer.id };
  }

  /** The result of an action on a timer, from its response. */
  record(timer: TimerJson): void {
    this.responses.set(timer.id, timer);
  }

  /**
   * The same timer for an action on it: at the version that the person saw, or that of earlier actions if they were
   * still in flight.
   */
  latest(timer: TimerJson): TimerJson {
    const named = this.withId(timer);
    const version = confirmedVersion(timer);
    if (version === timer.version) return named;
    return { ...named, version: Math.max(version, this.responses.get(named.id)?.version ?? 0) };
  }

  /**
   * The server's id of a timer that may have been used before its start got a response. @throws NoResponse if it was
   * never created
   */
  realId(timer: TimerJson): string {
    const { id } = this.withId(timer);
    if (isOptimistic(id)) throw new NoResponse('Waits.');
    return id;
  }
}
