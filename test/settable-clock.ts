import type { Clock } from '#/lib/core/clock.ts';

/** A clock that does not advance until a test sets it. Starts at an instant with milliseconds, to catch rounding. */
export class SettableClock implements Clock {
  #now: number;

  constructor(start: Date | string = '2026-03-10T09:00:00.123Z') {
    this.#now = new Date(start).getTime();
  }

  async now(): Promise<Date> {
    return new Date(this.#now);
  }

  /** Jumps to an instant, forwards or backwards. */
  set(instant: Date | string): void {
    this.#now = new Date(instant).getTime();
  }

  /** Advances by this many milliseconds and returns the new instant. */
  advance(ms: number): Date {
    this.#now += ms;
    return new Date(this.#now);
  }
}
