import { Client } from 'pg';
import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import { latestEventId, listEventIdsAfter, listEvents } from '#/lib/events/event-store.ts';
import { FEED_CHANNEL } from '#/lib/events/feed-hint.ts';

export type FeedListener = (event: FeedEvent) => void;

const POLL_MS = 1_000;
const RECONNECT_MS = 1_000;
const BATCH = 2_000;
/** How far back a transaction may have taken its id before it commits and still be seen. */
const LATE_IDS = 1_000n;
const REMEMBERED_IDS = 5_000;

/**
 * One reader of the event feed for a whole process, handing each event to its subscribers once. It reads when a NOTIFY
 * hints at news and, in case the hint was lost, every second while somebody listens. Ids are taken before commits are
 * made, so each read looks back a little and skips what it has seen.
 */
export class FeedHub {
  readonly #db: Db;
  readonly #connectionString: string;
  readonly #listeners = new Set<FeedListener>();
  readonly #seen = new Set<bigint>();
  #newest = 0n;
  #hints: Client | null = null;
  #poll: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;

  constructor(db: Db, connectionString: string) {
    this.#db = db;
    this.#connectionString = connectionString;
  }

  /** Calls `listener` for each event from now on; answers the function that ends it. */
  async subscribe(listener: FeedListener): Promise<() => void> {
    if (this.#listeners.size === 0) await this.#open();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Lets go of the connection and the timer. Safe to call twice. */
  close(): void {
    if (this.#poll) clearInterval(this.#poll);
    this.#poll = null;
    const hints = this.#hints;
    this.#hints = null;
    hints?.end().catch((error: unknown) => log.debug({ err: error }, 'feed connection was gone already'));
  }

  async #open(): Promise<void> {
    this.#newest = await latestEventId(this.#db);
    this.#seen.clear();
    for (const id of await this.#recentIds()) this.#seen.add(id);
    this.#poll ??= setInterval(() => this.#wake(), POLL_MS);
    this.#poll.unref();
    await this.#listen();
  }

  async #listen(): Promise<void> {
    const client = new Client({ connectionString: this.#connectionString, keepAlive: true });
    client.on('notification', () => this.#wake());
    client.on('error', (error) => log.warn({ err: error }, 'feed hints lost; polling until they are back'));
    client.on('end', () => this.#reconnect(client));
    this.#hints = client;
    try {
      await client.connect();
      await client.query(`listen ${FEED_CHANNEL}`);
    } catch (error) {
      log.warn({ err: error }, 'no feed hints; polling');
    }
  }

  #reconnect(lost: Client): void {
    if (this.#hints !== lost || !this.#poll) return;
    setTimeout(() => {
      if (this.#hints === lost && this.#poll) void this.#listen();
    }, RECONNECT_MS).unref();
  }

  #wake(): void {
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    this.#reading = this.#read()
      .catch((error: unknown) => log.warn({ err: error }, 'feed not readable; trying again'))
      .finally(() => {
        this.#reading = null;
        if (this.#readAgain) {
          this.#readAgain = false;
          this.#wake();
        }
      });
  }

  async #read(): Promise<void> {
    const recent = await this.#recentIds();
    const fresh = recent.filter((id) => !this.#seen.has(id));
    if (fresh.length === 0) return;
    for (const event of await listEvents(this.#db, fresh)) {
      this.#remember(event.id);
      for (const listener of this.#listeners) listener(event);
    }
    this.#readAgain ||= recent.length === BATCH;
  }

  #recentIds(): Promise<bigint[]> {
    const from = this.#newest > LATE_IDS ? this.#newest - LATE_IDS : 0n;
    return listEventIdsAfter(this.#db, from, BATCH);
  }

  #remember(id: bigint): void {
    this.#seen.add(id);
    if (id > this.#newest) this.#newest = id;
    if (this.#seen.size <= REMEMBERED_IDS) return;
    const oldest = this.#seen.values().next().value;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }
}
