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
  /** Timers as the last response to an action on each has them. */
  readonly answered = new Map<string, TimerJson>();

  learn(shownId: string, realId: string): void {
    this.#real.set(shownId, realId);
    this.#shown.set(realId, shownId);
  }

  /** One for a timer from its optimistic update on. */
  keyOf(id: string): string {
    return this.#shown.get(id) ?? id;
  }

  /** The same timer by the id that it is shown with, if its start has been answered by now. */
  named(timer: TimerJson): TimerJson {
    return { ...timer, id: this.#real.get(timer.id) ?? timer.id };
  }

  /** What the response to an action made of a timer. */
  made(timer: TimerJson): void {
    this.answered.set(timer.id, timer);
  }

  /**
   * The same timer as an action on it is meant: at the version that the person saw, or what actions before it made of that
   * where they were still under way.
   */
  meant(timer: TimerJson): TimerJson {
    const named = this.named(timer);
    const version = confirmedVersion(timer);
    if (version === timer.version) return named;
    return { ...named, version: Math.max(version, this.answered.get(named.id)?.version ?? 0) };
  }

  /** The server's id of a timer that may have been pressed before its start got a response. @throws NoResponse when it never was */
  real(timer: TimerJson): string {
    const { id } = this.named(timer);
    if (isOptimistic(id)) throw new NoResponse('Waits.');
    return id;
  }
}
