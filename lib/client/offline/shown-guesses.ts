import { notifyManager } from '@tanstack/react-query';
import type { GuessedInstants } from '#/lib/client/offline/guessed-instants.ts';
import type { TimerIds } from '#/lib/client/timers/timer-ids.ts';
import type { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The optimistic result of an action on a timer, and the timer before it; none for a timer that it creates. */
export type Guess = { optimistic: TimerJson; before: TimerJson | null; isAtOwnTime?: true };

type Parts = { updates: TimerUpdates; ids: TimerIds; instants: GuessedInstants };

/** Optimistic results of actions on timers, shown before the server has responded. */
export class ShownGuesses {
  readonly #parts: Parts;
  readonly #unborn = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  show(guesses: readonly Guess[]): void {
    notifyManager.batch(() => {
      for (const guess of guesses) this.#parts.updates.apply(guess.optimistic);
    });
  }

  /** In reverse order. */
  takeBack(guesses: readonly Guess[]): void {
    notifyManager.batch(() => {
      for (const guess of guesses.toReversed()) this.#takeBack(guess);
    });
  }

  /** Whether the optimistic timer was never created. */
  isUnborn({ id }: TimerJson): boolean {
    return this.#unborn.has(id);
  }

  /** Other guesses about a timer that was never created are removed with it. */
  #takeBack({ optimistic, before, isAtOwnTime }: Guess): void {
    const { updates, ids, instants } = this.#parts;
    if (before && isAtOwnTime) instants.learn(ids.named(before).id, { optimistic, before }, before.spans);
    if (!before) this.#unborn.add(optimistic.id);
    const rest = this.#unborn.has(optimistic.id) ? null : before;
    updates.takeBack(ids.named(optimistic), rest && ids.named(rest));
  }
}
