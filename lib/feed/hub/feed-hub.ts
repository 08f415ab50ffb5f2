import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';
import { NotifyListener } from '#/lib/db/notify-listener.ts';
import { type Placed, readFeed, takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { type Position, START } from '#/lib/feed/cursor/position.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { ShutdownSignal } from '#/lib/feed/hub/shutdown-signal.ts';
import { StreamSlots } from '#/lib/feed/hub/stream-slots.ts';
import { ALARMS_CHANNEL } from '#/lib/feed/notify/notify-alarm-change.ts';
import { FEED_CHANNEL } from '#/lib/feed/notify/notify-feed.ts';

export type FeedListener = (placed: Placed) => void;
/** Gets each event of a read before any subscriber does: events that may end a subscription come first. */
export type AheadListener = (event: FeedEvent) => void;
/** Called when alarms of a workspace have changed; it queries which ones. */
export type AlarmsListener = { workspaceId: string; onChange: () => void };
/** `from` is the feed's position when the subscription began: everything after it is delivered. */
export type Subscription = { from: Position; unsubscribe: () => void };

const POLL_MS = 1_000;
const BATCH = 2_000;

/**
 * One reader of the event feed for a whole process, handing each event to its subscribers once. It reads when a NOTIFY
 * reports new events and, in case one was lost, every second while there are subscribers.
 */
export class FeedHub {
  /** Streams and sockets that are open in this process, by caller. */
  readonly slots = new StreamSlots();
  /** Ends streams and sockets of this process when it shuts down. */
  readonly shutdown = new ShutdownSignal();
  readonly #db: Db;
  /** Receives notifications while there are subscribers. */
  readonly #notifications: NotifyListener;
  /** All that need the hub open, including subscriptions that have not begun yet. */
  readonly #wanted = new Set<object>();
  // Sets rather than a Store: they pass on events, each once, and hold no value.
  readonly #listeners = new Set<FeedListener>();
  readonly #aheadListeners = new Set<AheadListener>();
  readonly #alarmListeners = new Set<AlarmsListener>();
  #position = START;
  #opening: Promise<void> | null = null;
  #poll: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(db: Db, connectionString: string) {
    this.#db = db;
    const channels = {
      [ALARMS_CHANNEL]: (payload: string) => this.#sendAlarmsChanged(payload),
      [FEED_CHANNEL]: () => this.#wake(),
    };
    // Events are polled for, but alarms may have changed without one.
    this.#notifications = new NotifyListener(connectionString, channels, {
      onReconnect: () => this.#sendAlarmsChanged('*'),
    });
  }

  /** How far every subscriber has received the feed. */
  get position(): Position {
    return this.#position;
  }

  /**
   * Calls `listener` for each event from now on, `ahead` before it, and `alarms.onChange` when alarms of its workspace
   * change. Ending the subscription twice is safe.
   */
  async subscribe(
    listener: FeedListener,
    { ahead, alarms }: { ahead?: AheadListener | undefined; alarms?: AlarmsListener | undefined } = {},
  ): Promise<Subscription> {
    const entry = {};
    this.#wanted.add(entry);
    const unsubscribe = () => {
      this.#wanted.delete(entry);
      this.#listeners.delete(listener);
      if (ahead) this.#aheadListeners.delete(ahead);
      if (alarms) this.#alarmListeners.delete(alarms);
      if (this.#wanted.size === 0) this.close();
    };
    try {
      await this.#open();
      // Events committed before this call are not delivered, and no cursor given out before it is ahead of it.
      await this.#readNext();
    } catch (error) {
      unsubscribe();
      throw error;
    }
    this.#listeners.add(listener);
    if (ahead) this.#aheadListeners.add(ahead);
    if (alarms) this.#alarmListeners.add(alarms);
    return { from: this.#position, unsubscribe };
  }

  /** Closes the connection and stops polling. Safe to call twice. */
  close(): void {
    if (this.#poll) clearInterval(this.#poll);
    this.#poll = null;
    this.#notifications.close();
  }

  /** Starts polling and listening, once for concurrent subscribers. */
  #open(): Promise<void> {
    if (this.#poll) return Promise.resolve();
    this.#opening ??= this.#begin().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #begin(): Promise<void> {
    await this.#reading?.catch(() => {});
    this.#position = { seen: await takeSnapshot(this.#db), part: null };
    this.#poll = setInterval(() => this.#wake(), POLL_MS);
    this.#poll.unref();
    await this.#notifications.open();
    // All subscribers may have left while it opened.
    if (this.#wanted.size === 0) this.close();
  }

  #wake(): void {
    this.#readNext().catch((error: unknown) => log.warn({ err: error }, 'feed not readable; retrying'));
  }

  /** Resolves when a read that began after this call has ended. Callers while one is in flight share the next. */
  #readNext(): Promise<void> {
    this.#next ??= (this.#reading ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.#next = null;
        this.#reading = this.#read();
        return this.#reading;
      });
    return this.#next;
  }

  async #read(): Promise<void> {
    for (let isAll = false; !isAll && this.#poll; ) {
      const batch = await readFeed(this.#db, { after: this.#position, limit: BATCH });
      // In one tick of the event loop, so that a new subscriber has a position with nothing in flight.
      this.#position = batch.position;
      for (const { event } of batch.events) for (const deliver of this.#aheadListeners) deliver(event);
      for (const placed of batch.events) this.#emit(placed);
      isAll = batch.isAll;
    }
  }

  /** The payload names workspaces, or is `*` for all. */
  #sendAlarmsChanged(payload: string): void {
    const ids = new Set(payload.split(','));
    for (const { workspaceId, onChange } of this.#alarmListeners) {
      if (payload === '*' || ids.has(workspaceId)) this.#call(onChange);
    }
  }

  #emit(placed: Placed): void {
    for (const listener of this.#listeners) this.#call(() => listener(placed), String(placed.event.id));
  }

  /** A subscriber that throws does not affect the others. */
  #call(notify: () => void, event?: string): void {
    try {
      notify();
    } catch (error) {
      log.error({ err: error, event }, 'a subscriber of the feed failed');
    }
  }
}
