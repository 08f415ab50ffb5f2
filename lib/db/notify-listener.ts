import { log } from '#/lib/core/log.ts';
import { connectionSettings, DeadlineClient } from '#/lib/db/deadline-client.ts';

const RECONNECT_MS = 1_000;
/** How often the connection is checked, and how long the check may take: a dead one looks the same as a quiet one. */
const CHECK_MS = 3_000;

/** Handles a NOTIFY. `payload` is the sender's text, or empty. */
export type OnNotification = (payload: string) => void;
/** The handler of each channel. */
export type Channels = Readonly<Record<string, OnNotification>>;
type Options = {
  checkMs?: number;
  /** Called after a reconnect; notifications sent meanwhile are lost. */
  onReconnect?: () => void;
};

/**
 * A connection of its own that listens on some channels and reconnects whenever it is lost. Notifications sent
 * meanwhile are lost, so its owner also polls from time to time.
 */
export class NotifyListener {
  readonly #connectionString: string;
  readonly #channels: Channels;
  readonly #checkMs: number;
  readonly #onReconnect: () => void;
  #connection: DeadlineClient | null = null;
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

  /** True while notifications are received. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves when the connection is up, or when the first attempt has failed and others follow. */
  async open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    await this.#connect();
  }

  /** Closes the connection. Safe to call twice. */
  close(): void {
    this.#isOpen = false;
    this.#missedSome = false;
    this.#disconnect();
  }

  async #connect(): Promise<void> {
    this.#disconnect();
    const connection = new DeadlineClient(connectionSettings(this.#connectionString, '', this.#checkMs));
    this.#connection = connection;
    connection.on('notification', ({ channel, payload }) => this.#channels[channel]?.(payload ?? ''));
    connection.on('error', (error) =>
      log.warn({ err: error, channels: this.#names }, 'LISTEN connection lost; reconnecting'),
    );
    connection.on('end', () => this.#reconnect(connection));
    try {
      await connection.connect();
      await this.#listen(connection);
      if (this.#connection !== connection) return;
      this.#isUp = true;
      this.#checkSoon(connection);
    } catch (error) {
      log.warn({ err: error, channels: this.#names }, 'LISTEN connection not opened yet; reconnecting');
      this.#reconnect(connection);
      return;
    }
    if (!this.#missedSome) return;
    this.#missedSome = false;
    this.#onReconnect();
  }

  async #listen(connection: DeadlineClient): Promise<void> {
    for (const channel of this.#names) await connection.query(`listen ${channel}`);
  }

  /** Repeating LISTEN changes nothing; without a response the connection is destroyed and opened again. */
  #checkSoon(connection: DeadlineClient): void {
    setTimeout(() => {
      if (this.#connection !== connection) return;
      this.#listen(connection).then(
        () => this.#checkSoon(connection),
        (error: unknown) => {
          log.warn({ err: error, channels: this.#names }, 'notifications no longer arrive; reconnecting');
          this.#reconnect(connection);
        },
      );
    }, this.#checkMs).unref();
  }

  #reconnect(lost: DeadlineClient): void {
    if (this.#connection === lost) {
      this.#isUp = false;
      this.#missedSome = true;
    }
    setTimeout(() => {
      if (this.#connection === lost && this.#isOpen) void this.#connect();
    }, RECONNECT_MS).unref();
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = null;
    this.#isUp = false;
    connection
      ?.end()
      .catch((error: unknown) =>
        log.debug({ err: error, channels: this.#names }, 'LISTEN connection was already closed'),
      );
  }
}
