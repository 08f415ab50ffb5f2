import type { Redis } from 'ioredis';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import type { BrokerConnection, IncomingMessage, OutgoingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { lateError } from '#/lib/bridge/adapters/connection-error.ts';
import { LARGEST_MESSAGE_BYTES, tooLarge } from '#/lib/bridge/adapters/message-buffer.ts';
import { RedisClient, ReplyTooLarge } from '#/lib/bridge/adapters/redis-client.ts';
import { asRecord, deleteStaleConsumers } from '#/lib/bridge/adapters/redis-consumers.ts';
import { withinTime } from '#/lib/bridge/adapters/within-time.ts';
import { DAY_MS, SECOND_MS } from '#/lib/core/duration.ts';

/** An entry as Redis returns it: its id, and alternating names and values of its fields. Null once it was deleted. */
type Entry = [id: string, fields: string[] | null];
type Pending = [id: string, consumer: string, idleMs: number, deliveries: number];

const TIMEOUT_MS = 10 * SECOND_MS;
/** Fields that may hold an entry's event: the first one present counts. We write the first of these. */
const BODY_FIELDS = ['event', 'body', 'data', 'payload', 'message'];
const MAX_AT_ONCE = 1_000;
/** Rejected entries count as idle for this long, so that the next reclaim finds them. */
const REJECTED_IDLE_MS = DAY_MS;

/**
 * Redis Streams (6.2 or later) with consumer groups. An event is an entry whose field `event` is the structured-mode
 * JSON; `id` repeats its id. Acknowledged entries stay in the stream: who owns it trims it.
 */
export class RedisStreams implements BrokerConnection {
  readonly #group: string;
  readonly #consumer: string;
  readonly #commands: RedisClient;
  /** A separate connection, since waiting for messages blocks it. */
  readonly #reader: RedisClient;
  /**
   * The connection that messages were read from last, and the last entry read again from the pending list; null: none.
   */
  #reading: Redis | null = null;
  #again: string | null = null;
  /** Entries per read: fewer once those of one read were too large. */
  #atOnce = MAX_AT_ONCE;
  /** When to look for ended consumers next, on the clock of `performance`. */
  #nextCleanUpAt = 0;

  constructor(options: AdapterOptions) {
    this.#group = options.group;
    this.#consumer = options.consumer;
    this.#commands = new RedisClient(options);
    this.#reader = new RedisClient(options);
  }

  async publish({ target, id, body }: OutgoingMessage, signal: AbortSignal): Promise<void> {
    const confirmed = this.#commands.run(TIMEOUT_MS, (redis) => redis.xadd(target, '*', 'event', body, 'id', id));
    await withinTime(confirmed, signal, () => lateError('Redis'));
  }

  async consume(target: string, { most, waitMs }: { most: number; waitMs: number }): Promise<IncomingMessage[]> {
    for (;;) {
      const count = Math.min(most, this.#atOnce);
      try {
        const messages = await this.#next(target, count, waitMs);
        this.#atOnce = Math.min(MAX_AT_ONCE, 2 * count);
        return messages;
      } catch (error) {
        if (!(error instanceof ReplyTooLarge)) throw error;
        if (count === 1 && this.#again !== null) return this.#unread(target, this.#again);
        this.#readOneByOne();
      }
    }
  }

  async ack(target: string, tokens: readonly string[]): Promise<void> {
    if (tokens.length === 0) return;
    await this.#commands.run(TIMEOUT_MS, (redis) => redis.xack(target, this.#group, ...tokens));
  }

  async reject(target: string, tokens: readonly string[]): Promise<void> {
    if (tokens.length === 0) return;
    await this.#commands.run(TIMEOUT_MS, (redis) =>
      redis.xclaim(target, this.#group, this.#consumer, 0, ...tokens, 'IDLE', REJECTED_IDLE_MS, 'JUSTID'),
    );
  }

  async reclaim(target: string, { idleMs, most }: { idleMs: number; most: number }): Promise<IncomingMessage[]> {
    const reclaimed = this.#commands.run(TIMEOUT_MS, (redis) =>
      this.#inGroup(redis, target, async () => {
        await this.#cleanUp(redis, target, idleMs);
        const entries = await this.#idle(redis, target, { idleMs, most });
        return this.#withDeliveryCounts(redis, target, await this.#withoutDeleted(redis, target, entries));
      }),
    );
    return reclaimed.catch((error: unknown) => {
      if (!(error instanceof ReplyTooLarge)) throw error;
      // They belong to this consumer now.
      this.#readOneByOne();
      return [];
    });
  }

  async lag(target: string): Promise<number | null> {
    return this.#commands.run(TIMEOUT_MS, (redis) =>
      this.#inGroup(redis, target, async () => {
        const groups = ((await redis.xinfo('GROUPS', target)) as unknown[][]).map(asRecord);
        const own = groups.find(({ name }) => name === this.#group);
        // Redis before 7 has no such figure, and later ones have none after entries were deleted.
        return typeof own?.lag === 'number' ? own.lag + Number(own.pending) : null;
      }),
    );
  }

  async check(): Promise<void> {
    await this.#commands.run(TIMEOUT_MS, (redis) => redis.ping());
  }

  async close(): Promise<void> {
    await Promise.all([this.#commands.close(), this.#reader.close()]);
  }

  async #next(target: string, count: number, waitMs: number): Promise<IncomingMessage[]> {
    return this.#reader.run(TIMEOUT_MS + waitMs, (redis) =>
      this.#inGroup(redis, target, async () => {
        // Messages in flight when a connection was lost are ours, and others would get them only after their lease.
        if (this.#reading !== null && this.#reading !== redis) this.#again = '0';
        this.#reading = redis;
        const again = this.#again === null ? [] : await this.#readAgain(redis, target, count);
        if (again.length > 0) return again;
        return (await this.#read(redis, target, '>', count, waitMs)).map((entry) => messageOf(entry, 1));
      }),
    );
  }

  /** Entries that were too large together belong to this consumer, though it has not received them. */
  #readOneByOne(): void {
    this.#atOnce = 1;
    this.#again ??= '0';
    // The connection is lost, but the position to continue from is not.
    this.#reading = null;
  }

  /** The entry after this one, which is larger than a reply may be. */
  async #unread(target: string, after: string): Promise<IncomingMessage[]> {
    this.#reading = null;
    const pending = await this.#commands.run(TIMEOUT_MS, (redis) =>
      redis.xpending(target, this.#group, `(${after}`, '+', 1, this.#consumer),
    );
    const [first] = pending as Pending[];
    if (!first) return [];
    const [token, , , deliveries] = first;
    this.#again = token;
    return [{ token, body: tooLarge(null), headers: {}, deliveries }];
  }

  async #readAgain(redis: Redis, target: string, most: number): Promise<IncomingMessage[]> {
    const entries = await this.#read(redis, target, this.#again ?? '0', most, 0);
    this.#again = entries.at(-1)?.[0] ?? null;
    return this.#withDeliveryCounts(redis, target, await this.#withoutDeleted(redis, target, entries));
  }

  async #read(redis: Redis, target: string, after: string, most: number, waitMs: number): Promise<Entry[]> {
    const who = ['GROUP', this.#group, this.#consumer] as const;
    const found = await (waitMs > 0
      ? redis.xreadgroup(...who, 'COUNT', most, 'BLOCK', waitMs, 'STREAMS', target, after)
      : redis.xreadgroup(...who, 'COUNT', most, 'STREAMS', target, after));
    return ((found as [string, Entry[]][] | null)?.[0]?.[1] ?? []) as Entry[];
  }

  /** Acknowledges entries that were deleted before they were consumed. */
  async #withoutDeleted(redis: Redis, target: string, entries: readonly Entry[]): Promise<Entry[]> {
    const deleted = entries.filter(([, fields]) => fields === null).map(([id]) => id);
    if (deleted.length > 0) await redis.xack(target, this.#group, ...deleted);
    return entries.filter(([, fields]) => fields !== null);
  }

  /** Creates stream and group where they turn out to be missing, and does it again. */
  async #inGroup<T>(redis: Redis, target: string, commands: () => Promise<T>): Promise<T> {
    try {
      return await commands();
    } catch (error) {
      if (!/^NOGROUP|no such key/.test((error as Error).message)) throw error;
    }
    await redis.xgroup('CREATE', target, this.#group, '0', 'MKSTREAM').catch((error: Error) => {
      if (!error.message.startsWith('BUSYGROUP')) throw error;
    });
    return commands();
  }

  /**
   * Claims what has been pending for so long. One call reads ten times `COUNT` entries and returns where to continue.
   */
  async #idle(redis: Redis, target: string, { idleMs, most }: { idleMs: number; most: number }): Promise<Entry[]> {
    const found: Entry[] = [];
    let cursor = '0-0';
    do {
      const left = most - found.length;
      const [next, entries] = (await redis.xautoclaim(
        target,
        this.#group,
        this.#consumer,
        idleMs,
        cursor,
        'COUNT',
        left,
      )) as [string, (Entry | null)[]];
      found.push(...entries.filter((entry) => entry !== null));
      cursor = next;
    } while (cursor !== '0-0' && found.length < most);
    return found;
  }

  /** Once in a lease. */
  async #cleanUp(redis: Redis, target: string, leaseMs: number): Promise<void> {
    if (performance.now() < this.#nextCleanUpAt) return;
    this.#nextCleanUpAt = performance.now() + leaseMs;
    const group = { stream: target, group: this.#group, own: this.#consumer };
    const isPermitted = await deleteStaleConsumers(redis, group, leaseMs);
    // It would be rejected each time.
    if (!isPermitted) this.#nextCleanUpAt = Number.POSITIVE_INFINITY;
  }

  /** Adds how often each was delivered, which claiming does not return. */
  async #withDeliveryCounts(redis: Redis, target: string, entries: Entry[]): Promise<IncomingMessage[]> {
    const counts = await Promise.all(
      entries.map(([id]) => redis.xpending(target, this.#group, id, id, 1) as Promise<Pending[]>),
    );
    return entries.map((entry, at) => messageOf(entry, counts[at]?.[0]?.[3] ?? 1));
  }
}

function messageOf([token, fields]: Entry, deliveries: number): IncomingMessage {
  const record = asRecord(fields ?? []) as Record<string, string>;
  const names = Object.keys(record);
  const named = BODY_FIELDS.find((name) => name in record) ?? (names.length === 1 ? names[0] : undefined);
  const headers = Object.entries(record).filter(([name]) => name !== named);
  const isEvent = names.some((name) => name.toLowerCase().endsWith('specversion'));
  // A message that is no event is passed on whole, as a dead letter.
  const body = named !== undefined ? (record[named] as string) : isEvent ? '' : JSON.stringify(record);
  const bytes = Buffer.byteLength(body);
  return {
    token,
    body: bytes > LARGEST_MESSAGE_BYTES ? tooLarge(bytes) : body,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    deliveries,
  };
}
