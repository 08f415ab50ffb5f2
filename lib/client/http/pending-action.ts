import { NoResponse } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import {
  type Age,
  type LazyOfflineQueue,
  type Moment,
  type NewAction,
  QueuedForLater,
} from '#/lib/client/offline/lazy-offline-queue.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Sent later than this without its age, an action would count from its arrival and not from when it was made. */
const PROMPT_MS = 5_000;

/** A timer according to the responses so far, null if it was never created. */
type Now = (timer: TimerJson | null) => TimerJson | null;

/**
 * An action that is sent now, and stored on this device with its instant and key as long as there is no response: it
 * may have been done, and then counts once.
 */
export class PendingAction {
  /** Its Idempotency-Key. */
  readonly key = randomId();
  readonly moment: Moment;
  /** Set when it is stored. */
  isQueued = false;
  readonly #store: LazyOfflineQueue;
  readonly #action: NewAction & { body: Record<string, unknown> };
  readonly #now: Now;

  constructor(offlineQueue: LazyOfflineQueue, action: NewAction & { body: Record<string, unknown> }, now: Now) {
    this.#store = offlineQueue;
    this.#action = action;
    this.#now = now;
    this.moment = offlineQueue.moment();
    offlineQueue.pending.add(this);
    // Behind actions in flight on a connection that is dead by now.
    if (offlineQueue.isNeeded()) void this.#queue();
  }

  get shownId(): string {
    return this.#action.timer.id;
  }

  /** Its stored form; null when its timer no longer exists. */
  toAction(): NewAction | null {
    const { body, ...action } = this.#action;
    const timer = this.#now(action.timer);
    return timer && { ...action, timer, running: this.#now(action.running), sent: { key: this.key, body } };
  }

  /** It was stored, and has been sent or become a question from there since: it must not be sent again. */
  get isSent(): boolean {
    return this.isQueued && !this.#store.isQueued(this.key);
  }

  /**
   * Sends it unless earlier ones are stored by now, which go first. If it has waited so long that it needs its age, it
   * is left to the stored ones; without storage it is sent with its age here. It may be retried. @throws QueuedForLater
   * when that would be too late, or it is taken
   */
  async send<T extends { timer: TimerJson }>(send: (age?: Age) => Promise<T>): Promise<T> {
    if (this.isSent) throw new QueuedForLater();
    try {
      if (this.#store.isNeeded(this.key)) throw new NoResponse('Waits.');
      const response = await send(
        this.#isLate() ? await (await this.#store.load()).ageOf(this.#store, this) : undefined,
      );
      await this.#dequeue(response.timer);
      return response;
    } catch (error) {
      if (error instanceof NoResponse && this.toAction()) await this.#queue();
      else await this.#dequeue();
      if (this.isQueued && this.#isLate()) throw new QueuedForLater();
      throw error;
    }
  }

  /** After the last attempt. */
  end(): void {
    this.#store.pending.delete(this);
  }

  /** A page may sleep with its device between two attempts. */
  #isLate(): boolean {
    return Date.now() - this.moment.wallAt > PROMPT_MS;
  }

  async #queue(): Promise<void> {
    try {
      await (await this.#store.load()).queuePending(this.#store);
    } catch {
      // Storage is blocked or full, or there is no connection for the code: without a response it is rolled back in the
      // end, and the person is notified.
    }
  }

  /** Before the next action's turn, which would wait behind it. */
  async #dequeue(timer?: TimerJson): Promise<void> {
    this.end();
    if (!this.isQueued) return;
    this.isQueued = false;
    try {
      await (await this.#store.load()).dropConfirmed(this.#store, this, timer);
    } catch {
      // It is sent once more, with the same key.
    }
  }
}
