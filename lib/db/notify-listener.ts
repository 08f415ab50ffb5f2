import { log } from '#/lib/core/log.ts';
import { connectionSettings, DeadlineClient } from '#/lib/db/deadline-client.ts';

const REDIAL_MS = 1_000;
/** How often the connection is checked, and how long the check may take: a dead one looks the same as a quiet one. */
const CHECK_MS = 3_000;

/** Handles a NOTIFY. `payload` is the sender's text, or empty. */
export type OnNotification = (payload: string) => void;
/** The handler of each channel. */
export type Channels = Readonly<Record<string, OnNotification>>;
type Options = {
  checkMs?: number;
  /** Called after a reconnect; notifications sent meanwhile are gone. */
  onReconnect?: () => void;
};

/**
 * A connection of its own that listens on some channels and dials again whenever it is lost. Notifications may be lost:
 * what was sent meanwhile is gone, so its owner also polls from time to time.
 */
export class NotifyListener {
  readonly #connectionString: string;
  readonly #channels: Channels;
  readonly #checkMs: number;
  readonly #onReconnect: () => void;
  #line: DeadlineClient | null = null;
  #isOpen = false;
  #isUp = false;
  #missedSome = false;

  constructor(
    connectionString: string,
    channels: Channels,
    { checkMs = CHECK_MS, onReconnect = () => {} }: Options = {},
  ) {
    this.#connectionString = connectionString;
    this.#channels = channels;
    this.#checkMs = checkMs;
    this.#onReconnect = onReconnect;
  }

  get #names(): string[] {
    return Object.keys(this.#channels);
  }

  /** True while notifications come through. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves when the connection is up, or when the first attempt has failed and others follow. */
  async open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    await this.#dial();
  }

  /** Closes the connection. Safe to call twice. */
  close(): void {
    this.#isOpen = false;
    this.#missedSome = false;
    this.#hangUp();
  }

  async #dial(): Promise<void> {
    this.#hangUp();
    const line = new DeadlineClient(connectionSettings(this.#connectionString, '', this.#checkMs));
    this.#line = line;
    line.on('notification', ({ channel, payload }) => this.#channels[channel]?.(payload ?? ''));
    line.on('error', (error) => log.warn({ err: error, channels: this.#names }, 'hints lost; dialing again'));
    line.on('end', () => this.#redial(line));
    try {
      await line.connect();
      await this.#listen(line);
      if (this.#line !== line) return;
      this.#isUp = true;
      this.#checkSoon(line);
    } catch (error) {
      log.warn({ err: error, channels: this.#names }, 'no hints yet; dialing again');
      this.#redial(line);
      return;
    }
    if (!this.#missedSome) return;
    this.#missedSome = false;
    this.#onReconnect();
  }

  async #listen(line: DeadlineClient): Promise<void> {
    for (const channel of this.#names) await line.query(`listen ${channel}`);
  }

  /** Repeating LISTEN changes nothing; without a response the connection is destroyed and opened again. */
  #checkSoon(line: DeadlineClient): void {
    setTimeout(() => {
      if (this.#line !== line) return;
      this.#listen(line).then(
        () => this.#checkSoon(line),
        (error: unknown) => {
          log.warn({ err: error, channels: this.#names }, 'hints no longer come through; dialing again');
          this.#redial(line);
        },
      );
    }, this.#checkMs).unref();
  }

  #redial(lost: DeadlineClient): void {
    if (this.#line === lost) {
      this.#isUp = false;
      this.#missedSome = true;
    }
    setTimeout(() => {
      if (this.#line === lost && this.#isOpen) void this.#dial();
    }, REDIAL_MS).unref();
  }

  #hangUp(): void {
    const line = this.#line;
    this.#line = null;
    this.#isUp = false;
    line?.end().catch((error: unknown) => log.debug({ err: error, channels: this.#names }, 'the line was gone'));
  }
}
