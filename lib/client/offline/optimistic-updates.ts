import { notifyManager } from '@tanstack/react-query';
import type { EstimatedInstants } from '#/lib/client/offline/estimated-instants.ts';
import type { TimerIds } from '#/lib/client/timers/timer-ids.ts';
import type { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The optimistic result of an action on a timer, and the timer before it; none for a timer that it creates. */
export type OptimisticUpdate = { after: TimerJson; before: TimerJson | null; isAtOwnTime?: true };

type Parts = { updates: TimerUpdates; ids: TimerIds; instants: EstimatedInstants };

/** Optimistic results of actions on timers, shown before the server has responded. */
export class OptimisticUpdates {
  readonly #parts: Parts;
  readonly #missing = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  show(optimisticUpdates: readonly OptimisticUpdate[]): void {
    notifyManager.batch(() => {
      for (const update of optimisticUpdates) this.#parts.updates.apply(update.after);
    });
  }

  /** In reverse order. */
  rollBack(optimisticUpdates: readonly OptimisticUpdate[]): void {
    notifyManager.batch(() => {
      for (const update of optimisticUpdates.toReversed()) this.#undo(update);
    });
  }

  /** Whether the optimistic timer was never created. */
  isMissing({ id }: TimerJson): boolean {
    return this.#missing.has(id);
  }

  /** Other optimistic updates of a timer that was never created are removed with it. */
  #undo({ after, before, isAtOwnTime }: OptimisticUpdate): void {
    const { updates, ids, instants } = this.#parts;
    if (before && isAtOwnTime) instants.learn(ids.withId(before).id, { after, before }, before.spans);
    if (!before) this.#missing.add(after.id);
    const rest = this.#missing.has(after.id) ? null : before;
    updates.rollBack(ids.withId(after), rest && ids.withId(rest));
  }
}
