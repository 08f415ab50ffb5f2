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

/** Sent later than this without its age, an action would count from when it comes and not from when it was made. */
const PROMPT_MS = 5_000;

/** A timer as the responses by now have it, null when it never came to be. */
type Now = (timer: TimerJson | null) => TimerJson | null;

/**
 * An action that is sent now, and kept on this device with its moment and its key for as long as no response comes: perhaps it
 * was done, and then it counts once.
 */
export class Unanswered {
  /** Its Idempotency-Key. */
  readonly key = randomId();
  readonly moment: Moment;
  /** Set by who keeps it. */
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
    // Behind what is under way on a line that is dead by now.
    if (queueGate.isWanted()) void this.#keep();
  }

  get shownId(): string {
    return this.#pressed.timer.id;
  }

  /** As it is to be kept; null when there is nothing any more that it is about. */
  pressed(): Pressed | null {
    const { body, ...pressed } = this.#pressed;
    const timer = this.#now(pressed.timer);
    return timer && { ...pressed, timer, running: this.#now(pressed.running), unanswered: { key: this.key, body } };
  }

  /** It was kept, and has been sent or asked about from there since: it is no one's to send any more. */
  get isTaken(): boolean {
    return this.isKept && !this.#queueGate.isWaiting(this.key);
  }

  /**
   * Sends it unless ones before it are kept by now, which go first. Has it waited so long that it has to tell its age, it is
   * left to those that are kept; where nothing can be kept it tells it here. It may be tried again. @throws QueuedForLater
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
      // Storage is refused or full, or there is no line for the code: without a response it is rolled back in the end, and
      // the person is told.
    }
  }

  /** Before the next press has its turn, which would wait behind it. */
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
