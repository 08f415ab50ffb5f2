import { log } from '#/lib/core/log.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';

export type ResultWriterParts = {
  /** Writes results by one statement. Rejects when nothing was written. */
  write: (settlements: readonly Settlement[]) => Promise<void>;
};

const BATCH = 300;
const FIRST_WAIT_MS = 3;
const RETRY_MS = 250;
/** For how long results give way when many alarms become due at once. */
const MAX_DEFERRAL_MS = 500;

/**
 * Writes the results of attempts, many by one statement. While the database is down they are held: if it comes back
 * before the leases end, nothing is sent twice. What is due is sent before results are written, for half a second at
 * most: what a worker has not written when it is killed is sent again (docs/decisions/0058).
 */
export class ResultWriter {
  readonly #parts: ResultWriterParts;
  #waiting: Settlement[] = [];
  /** How many are being written just now. */
  #inFlight = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  /** Since when alarms that are due wait for their turn. */
  #sendingSinceMs: number | null = null;

  constructor(parts: ResultWriterParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether alarms that are due wait to be sent. */
  deferWhile(isSending: boolean): void {
    if (!isSending) this.#sendingSinceMs = null;
    else this.#sendingSinceMs ??= performance.now();
  }

  add(settlement: Settlement): void {
    this.#waiting.push(settlement);
    if (!this.#writing) this.#plan();
  }

  /** Writes all that is waiting; gives up on what can't be written within `graceMs`, and returns how much that is. */
  async flush(graceMs: number): Promise<number> {
    let isOver = false;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      isOver = true;
      over.resolve();
    }, graceMs);
    while (!isOver && (this.#writing || this.#waiting.length > 0)) {
      if (!this.#writing) this.#startBatch();
      await Promise.race([this.#writing, over.promise]);
    }
    clearTimeout(timer);
    return this.#waiting.length + this.#inFlight;
  }

  get #isDeferred(): boolean {
    return this.#sendingSinceMs !== null && performance.now() - this.#sendingSinceMs < MAX_DEFERRAL_MS;
  }

  #plan(): void {
    if (this.#waiting.length >= BATCH && !this.#isDeferred) this.#startBatch();
    else this.#timer ??= setTimeout(() => this.#onTime(), FIRST_WAIT_MS);
  }

  #onTime(): void {
    this.#timer = null;
    if (this.#isDeferred) this.#plan();
    else this.#startBatch();
  }

  #startBatch(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#writing) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
      if (this.#waiting.length > 0) this.#onTime();
    });
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH);
    this.#inFlight = batch.length;
    try {
      await this.#parts.write(batch);
    } catch (error) {
      await this.#writeLater(batch, error);
    } finally {
      this.#inFlight = 0;
    }
  }

  async #writeLater(batch: Settlement[], error: unknown): Promise<void> {
    if (isUnavailable(error)) {
      this.#waiting.unshift(...batch);
      this.#inFlight = 0;
      log.warn({ err: error, kept: this.#waiting.length }, 'results not written yet; retrying');
      await pause(RETRY_MS);
    } else if (batch.length > 1) {
      // One that the database rejects must not fail its neighbors.
      for (const one of batch) await this.#writeAlone(one);
    } else this.#logFailure(batch[0] as Settlement, error);
  }

  async #writeAlone(one: Settlement): Promise<void> {
    try {
      await this.#parts.write([one]);
    } catch (error) {
      if (isUnavailable(error)) this.#waiting.push(one);
      else this.#logFailure(one, error);
    }
  }

  /** Its lease will end, and it is retried. */
  #logFailure({ claim }: Settlement, error: unknown): void {
    log.error({ err: error, alarm: claim.id, workspace: claim.workspaceId }, 'a result could not be written');
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
