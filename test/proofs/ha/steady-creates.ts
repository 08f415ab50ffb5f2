import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const CLIENTS = 8;
const PAUSE_MS = 20;
/** A delay before a repeat, as a client should have. */
const REPEAT_AFTER_MS = 200;

type Post = (body: object, headers: Record<string, string>) => Promise<Response>;

/**
 * Clients that create alarms one after the other, each repeated under its Idempotency-Key until it is confirmed. The
 * alarms are due in an hour, and are recognized by their name.
 */
export class SteadyCreates {
  readonly name = `created ${randomUUID()}`;
  confirmed = 0;
  repeats = 0;
  /** The longest time without a confirmation, in milliseconds. */
  longestGapMs = 0;
  readonly #post: Post;
  readonly #all: Promise<unknown>;
  #lastMs = performance.now();
  #isOver = false;

  constructor(post: Post) {
    this.#post = post;
    this.#all = Promise.all(Array.from({ length: CLIENTS }, () => this.#run()));
  }

  /** Resolves when every create in progress is confirmed. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#create({ 'idempotency-key': randomUUID() });
      await delay(PAUSE_MS);
    }
  }

  async #create(headers: Record<string, string>): Promise<void> {
    const body = { delay: '1h', name: this.name, output_mode: 'event' };
    for (;;) {
      const status = await this.#post(body, headers).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 201) break;
      if (status !== 0 && status !== 409 && status < 500) throw new Error(`A create was rejected with ${status}.`);
      this.repeats += 1;
      await delay(REPEAT_AFTER_MS);
    }
    const nowMs = performance.now();
    this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    this.confirmed += 1;
  }
}
