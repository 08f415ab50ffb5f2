import { DeliveryFailure } from '#/lib/webhooks/sending/attempt-result.ts';
import { Connection } from '#/lib/webhooks/sending/connection.ts';
import type { Dial } from '#/lib/webhooks/sending/dial.ts';
import type { WebhookAttempt } from '#/lib/webhooks/sending/webhook-attempt.ts';

/**
 * One tenant's connections to one origin (scheme, host and port), and the attempts that wait for one. Waiting happens here rather
 * than in an undici Pool, since that would dial once more for each request whose time ran out while it waited: a dead
 * receiver would be dialed for hours.
 */
export class Receiver {
  /** Per tenant and origin. */
  readonly key: string;
  readonly #origin: string;
  /** When the last attempt ended, on the sender's clock. */
  idleSinceMs = 0;
  readonly #dial: Dial;
  readonly #limit: number;
  readonly #onIdle: (receiver: Receiver) => void;
  /** The most recently used one is last and is taken first, so that the others can close. */
  readonly #free: Connection[] = [];
  readonly #waiting: WebhookAttempt[] = [];
  #inUse = 0;
  #starting = false;

  constructor(
    { key, origin }: { key: string; origin: string },
    dial: Dial,
    limit: number,
    onIdle: (receiver: Receiver) => void,
  ) {
    this.key = key;
    this.#origin = origin;
    this.#dial = dial;
    this.#limit = limit;
    this.#onIdle = onIdle;
  }

  send(webhookAttempt: WebhookAttempt): void {
    this.#waiting.push(webhookAttempt);
    this.#startWaiting();
  }

  /** Closes the connections that are not in use. */
  close(): void {
    const reason = new DeliveryFailure('stopped', 'The connection was not used anymore.');
    for (const connection of this.#free.splice(0)) connection.destroy(reason);
  }

  /** A loop, since each end calling the next start would recurse when attempts end at once. */
  #startWaiting(): void {
    if (this.#starting) return;
    this.#starting = true;
    while (this.#waiting.length > 0 && this.#inUse < this.#limit) {
      const next = this.#waiting.shift() as WebhookAttempt;
      if (next.endedOrLate()) continue;
      this.#inUse += 1;
      next.start(this.#free.pop() ?? new Connection(this.#origin, this.#dial), this.#onReleased);
    }
    this.#starting = false;
    if (this.#inUse === 0) this.#onIdle(this);
  }

  #onReleased = (connection: Connection, reusable: boolean): void => {
    this.#inUse -= 1;
    if (reusable) this.#free.push(connection);
    else connection.destroy(new DeliveryFailure('stopped', 'The connection is not used again.'));
    this.#startWaiting();
  };
}
