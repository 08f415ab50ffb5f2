import { NoResponse } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import {
  type Age,
  type Moment,
  type OfflineQueueGate,
  type Pressed,
  QueuedForLater,
} from '#/lib/client/offline/offline-queue-gate.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Sent later than this without its age, an action would count from its arrival and not from when it was made. */
const PROMPT_MS = 5_000;

/** A timer according to the responses so far, null if it was never created. */
type Now = (timer: TimerJson | null) => TimerJson | null;

/**
 * An action that is sent now, and stored on this device with its instant and key as long as there is no response: it
 * may have been done, and then counts once.
 */
export class Unanswered {
  /** Its Idempotency-Key. */
  readonly key = randomId();
  readonly moment: Moment;
  /** Set when it is stored. */
  isKept = false;
  readonly #queueGate: OfflineQueueGate;
  readonly #pressed: Pressed & { body: Record<string, unknown> };
  readonly #now: Now;

  constructor(queueGate: OfflineQueueGate, pressed: Pressed & { body: Record<string, unknown> }, now: Now) {
    this.#queueGate = queueGate;
    this.#pressed = pressed;
    this.#now = now;
    this.moment = queueGate.moment();
    queueGate.unanswered.add(this);
    // Behind actions in flight on a connection that is dead by now.
    if (queueGate.isWanted()) void this.#keep();
  }

  get shownId(): string {
    return this.#pressed.timer.id;
  }

  /** Its stored form; null when its timer no longer exists. */
  pressed(): Pressed | null {
    const { body, ...pressed } = this.#pressed;
    const timer = this.#now(pressed.timer);
    return timer && { ...pressed, timer, running: this.#now(pressed.running), unanswered: { key: this.key, body } };
  }

  /** It was stored, and has been sent or become a question from there since: it must not be sent again. */
  get isTaken(): boolean {
    return this.isKept && !this.#queueGate.isWaiting(this.key);
  }

  /**
   * Sends it unless earlier ones are stored by now, which go first. If it has waited so long that it needs its age, it
   * is left to the stored ones; without storage it is sent with its age here. It may be retried. @throws QueuedForLater
   * when that would be too late, or it is taken
   */
  async inOrder<T extends { timer: TimerJson }>(send: (age?: Age) => Promise<T>): Promise<T> {
    if (this.isTaken) throw new QueuedForLater();
    try {
      if (this.#queueGate.isWanted(this.key)) throw new NoResponse('Waits.');
      const response = await send(
        this.#isLate() ? await (await this.#queueGate.keeper()).ageOf(this.#queueGate, this) : undefined,
      );
      await this.#drop(response.timer);
      return response;
    } catch (error) {
      if (error instanceof NoResponse && this.pressed()) await this.#keep();
      else await this.#drop();
      if (this.isKept && this.#isLate()) throw new QueuedForLater();
      throw error;
    }
  }

  /** After the last attempt. */
  end(): void {
    this.#queueGate.unanswered.delete(this);
  }

  /** A page may sleep with its device between two attempts. */
  #isLate(): boolean {
    return Date.now() - this.moment.wallAt > PROMPT_MS;
  }

  async #keep(): Promise<void> {
    try {
      await (await this.#queueGate.keeper()).keepUnanswered(this.#queueGate);
    } catch {
      // Storage is blocked or full, or there is no connection for the code: without a response it is rolled back in the
      // end, and the person is notified.
    }
  }

  /** Before the next action's turn, which would wait behind it. */
  async #drop(timer?: TimerJson): Promise<void> {
    this.end();
    if (!this.isKept) return;
    this.isKept = false;
    try {
      await (await this.#queueGate.keeper()).dropConfirmed(this.#queueGate, this, timer);
    } catch {
      // It is sent once more, with the same key.
    }
  }
}
