import { Client } from 'pg';
import { log } from '#/lib/core/log.ts';

const REDIAL_MS = 1_000;

/** Hears a NOTIFY. `payload` is text of the sender's, or empty. */
export type OnHint = (payload: string) => void;

/**
 * A connection of its own that listens on one channel and dials again whenever it is lost. Hints are only hints: what
 * was sent meanwhile is gone, so its owner also looks by itself from time to time.
 */
export class HintLine {
  readonly #connectionString: string;
  readonly #channel: string;
  readonly #onHint: OnHint;
  #line: Client | null = null;
  #isOpen = false;
  #isUp = false;

  constructor(connectionString: string, channel: string, onHint: OnHint) {
    this.#connectionString = connectionString;
    this.#channel = channel;
    this.#onHint = onHint;
  }

  /** True while hints come through. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves when the line is up, or when the first try to get it has failed and others follow. */
  async open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    await this.#dial();
  }

  /** Lets go of the line. Safe to call twice. */
  close(): void {
    this.#isOpen = false;
    this.#hangUp();
  }

  async #dial(): Promise<void> {
    this.#hangUp();
    const line = new Client({ connectionString: this.#connectionString, keepAlive: true });
    this.#line = line;
    line.on('notification', ({ payload }) => this.#onHint(payload ?? ''));
    line.on('error', (error) => log.warn({ err: error, channel: this.#channel }, 'hints lost; dialing again'));
    line.on('end', () => this.#redial(line));
    try {
      await line.connect();
      await line.query(`listen ${this.#channel}`);
      this.#isUp = this.#line === line;
    } catch (error) {
      log.warn({ err: error, channel: this.#channel }, 'no hints yet; dialing again');
      this.#redial(line);
    }
  }

  #redial(lost: Client): void {
    if (this.#line === lost) this.#isUp = false;
    setTimeout(() => {
      if (this.#line === lost && this.#isOpen) void this.#dial();
    }, REDIAL_MS).unref();
  }

  #hangUp(): void {
    const line = this.#line;
    this.#line = null;
    this.#isUp = false;
    line?.end().catch((error: unknown) => log.debug({ err: error, channel: this.#channel }, 'the line was gone'));
  }
}
