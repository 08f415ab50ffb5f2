import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';
import { HintLine } from '#/lib/db/hint-line.ts';
import { ALARMS_CHANNEL } from '#/lib/events/alarm-hint.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import { latestEventId, listEventIdsAfter, listEvents } from '#/lib/events/event-store.ts';
import { FEED_CHANNEL } from '#/lib/events/feed-hint.ts';

export type FeedListener = (event: FeedEvent) => void;
/** Told that alarms of a workspace have changed; which ones is for it to ask. */
export type AlarmsListener = { workspaceId: string; onChange: () => void };

const POLL_MS = 1_000;
const BATCH = 2_000;
const LOAD = 200;
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
  /** Hints come on it while anybody listens. */
  readonly #line: HintLine;
  readonly #listeners = new Set<FeedListener>();
  readonly #alarmListeners = new Set<AlarmsListener>();
  readonly #seen = new Set<bigint>();
  #newest = 0n;
  #opening: Promise<void> | null = null;
  #poll: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;

  constructor(db: Db, connectionString: string) {
    this.#db = db;
    this.#line = new HintLine(connectionString, {
      [ALARMS_CHANNEL]: (payload) => this.#tellOfAlarms(payload),
      [FEED_CHANNEL]: () => this.#wake(),
    });
  }

  /**
   * Calls `listener` for each event from now on, and `alarms.onChange` when alarms of its workspace change; answers the
   * function that ends both. Safe to call that twice.
   */
  async subscribe(listener: FeedListener, alarms?: AlarmsListener): Promise<() => void> {
    this.#listeners.add(listener);
    if (alarms) this.#alarmListeners.add(alarms);
    const unsubscribe = () => {
      this.#listeners.delete(listener);
      if (alarms) this.#alarmListeners.delete(alarms);
      if (this.#listeners.size === 0) this.close();
    };
    try {
      await this.#open();
    } catch (error) {
      unsubscribe();
      throw error;
    }
    // Everybody may have left while it opened.
    if (this.#listeners.size === 0) this.close();
    return unsubscribe;
  }

  /** Lets go of the line and stops polling. Safe to call twice. */
  close(): void {
    if (this.#poll) clearInterval(this.#poll);
    this.#poll = null;
    this.#line.close();
  }

  /** Begins polling and listening, once however many subscribe at the same moment. */
  #open(): Promise<void> {
    if (this.#poll) return Promise.resolve();
    this.#opening ??= this.#begin().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #begin(): Promise<void> {
    const newest = await latestEventId(this.#db);
    this.#newest = newest;
    this.#seen.clear();
    for (const id of await this.#recentIds()) this.#seen.add(id);
    this.#poll = setInterval(() => this.#wake(), POLL_MS);
    this.#poll.unref();
    await this.#line.open();
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
    for (let at = 0; at < fresh.length; at += LOAD) {
      for (const event of await listEvents(this.#db, fresh.slice(at, at + LOAD))) {
        this.#remember(event.id);
        this.#tell(event);
      }
    }
    this.#readAgain ||= recent.length === BATCH;
  }

  /** The payload names workspaces, or is `*` for all. */
  #tellOfAlarms(payload: string): void {
    const ids = new Set(payload.split(','));
    for (const { workspaceId, onChange } of this.#alarmListeners) {
      if (payload === '*' || ids.has(workspaceId)) onChange();
    }
  }

  /** A subscriber that throws takes nothing away from the others. */
  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: String(event.id) }, 'a subscriber of the feed failed');
      }
    }
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
