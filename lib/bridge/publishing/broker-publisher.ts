import { LRUCache } from 'lru-cache';
import type { DueAlarm } from '#/lib/alarms/alarms/alarm.ts';
import type { BrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import type { BrokerConnection } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import { BrokerRows } from '#/lib/bridge/brokers/broker-rows.ts';
import { recordBrokerState } from '#/lib/bridge/brokers/record-broker-state-query.ts';
import { openBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';
import {
  BROKER_GONE,
  deliverToBroker,
  failedResult,
  URL_UNREADABLE,
} from '#/lib/bridge/publishing/deliver-to-broker.ts';
import { eventId, firedEvent } from '#/lib/bridge/publishing/fired-event.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { bridgeLateness, bridgePublished } from '#/lib/core/metrics.ts';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';
import type { AllowList } from '#/lib/url-guard/url-guard.ts';
import type { BrokerResult } from '#/lib/webhooks/sending/attempt-result.ts';

export type BrokerPublisherParts = {
  db: Db;
  clock: Clock;
  allowed: AllowList;
  /** Timeout for one event, including dialing. */
  timeoutMs: number;
  /** CloudEvents `source`: the address of this service. */
  source: string;
  /** Milliseconds of a clock that never goes back. */
  monotonic?: () => number;
};

/** One broker's open connection, by the version of its row. */
type Opened = { broker: Broker; connection: BrokerConnection; inFlight: number; idleSinceMs: number };
/** The state of a broker that was recorded last. */
type Recorded = { error: string | null; atMs: number };

const IDLE_MS = 60 * SECOND_MS;
/** Connections with nothing in flight. The others are bounded by the limits of attempts. */
const MAX_IDLE = 100;
/** Brokers whose state is remembered; that of any other is recorded once more than necessary. */
const MAX_RECORDED = 1_000;
/** An unchanged state is recorded this often. */
const RECORD_EVERY_MS = 10 * SECOND_MS;

/**
 * Publishes alarms to message brokers, as CloudEvents, over one connection for each broker. It is opened when first
 * needed and closed when it is idle for a minute, when its row changes, and at the end.
 */
export class BrokerPublisher {
  readonly #parts: BrokerPublisherParts;
  readonly #now: () => number;
  readonly #rows: BrokerRows;
  readonly #open = new Map<string, Opened>();
  readonly #recorded = new LRUCache<string, Recorded>({ max: MAX_RECORDED });
  #sweep: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: BrokerPublisherParts) {
    this.#parts = parts;
    this.#now = parts.monotonic ?? (() => performance.now());
    this.#rows = new BrokerRows(parts.db, this.#now);
  }

  /**
   * Publishes one attempt of an alarm, and waits for the broker's confirmation. `firedUs` is the instant of the call.
   * Outcomes are data; rejects when the database can't be reached.
   */
  async publish(alarm: DueAlarm, { brokerId, target }: BrokerAddress, firedUs: Micros): Promise<BrokerResult> {
    const beganMs = this.#now();
    const broker = await this.#rows.find(brokerId);
    if (!broker || broker.workspaceId !== alarm.workspaceId) return this.#countResult(BROKER_GONE);
    const opened = this.#openConnection(broker);
    if ('kind' in opened) return this.#recordState(broker, opened);
    const body = firedEvent(alarm, { dialect: broker.dialect, source: this.#parts.source, firedUs });
    const message = { target, id: eventId(alarm), body };
    opened.inFlight += 1;
    try {
      const { timeoutMs } = this.#parts;
      const result = await deliverToBroker(opened.connection, message, { timeoutMs, monotonic: this.#now });
      if (result.kind === 'confirmed' && alarm.attempt === 1) {
        const waitedUs = (result.sentAtMs - beganMs) * MS_US;
        bridgeLateness.observe(Math.max(0, firedUs + waitedUs - alarm.dueUs) / SECOND_US);
      }
      return this.#recordState(broker, result);
    } finally {
      opened.inFlight -= 1;
      this.#rest(opened);
    }
  }

  /** Closes all connections. What is in flight ends as `stopped`. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#sweep) clearInterval(this.#sweep);
    this.#sweep = null;
    await Promise.all([...this.#open.values()].map((opened) => this.#drop(opened)));
  }

  /**
   * The connection for the current row, or why there is none. A connection for an older version is closed when it is
   * idle.
   */
  #openConnection(broker: Broker): Opened | BrokerResult {
    if (this.#closing)
      return { kind: 'stopped', detail: 'The service is shutting down.', sentAtMs: null, durationMs: 0 };
    const known = this.#open.get(broker.id);
    if (known?.broker.version === broker.version) return known;
    const url = openBrokerUrl(broker);
    if (url === null) return URL_UNREADABLE;
    try {
      const { kind, workspaceId } = broker;
      const connection = openBroker({ kind, url, workspaceId, allowed: this.#parts.allowed });
      const opened: Opened = { broker, connection, inFlight: 0, idleSinceMs: this.#now() };
      this.#open.set(broker.id, opened);
      if (known?.inFlight === 0) void this.#drop(known);
      this.#sweep ??= setInterval(() => this.#dropIdle(), IDLE_MS / 4).unref();
      return opened;
    } catch (error) {
      return failedResult(error, 0);
    }
  }

  #rest(opened: Opened): void {
    if (opened.inFlight > 0) return;
    opened.idleSinceMs = this.#now();
    if (this.#open.get(opened.broker.id) !== opened) void this.#drop(opened);
    else if (this.#open.size > MAX_IDLE) this.#dropIdle();
  }

  #dropIdle(): void {
    const idle = [...this.#open.values()]
      .filter(({ inFlight }) => inFlight === 0)
      .sort((a, b) => a.idleSinceMs - b.idleSinceMs);
    const before = this.#now() - IDLE_MS;
    for (const [index, opened] of idle.entries()) {
      if (opened.idleSinceMs <= before || index < idle.length - MAX_IDLE) void this.#drop(opened);
    }
  }

  async #drop(opened: Opened): Promise<void> {
    const { id } = opened.broker;
    if (this.#open.get(id) === opened) this.#open.delete(id);
    await opened.connection
      .close()
      .catch((error: unknown) => log.warn({ err: error, broker: id }, 'broker not closed'));
  }

  #countResult(result: BrokerResult): BrokerResult {
    bridgePublished.inc({ outcome: result.kind === 'confirmed' ? 'delivered' : result.kind });
    return result;
  }

  /** Counts an outcome, and records and logs what it shows about the broker if that is new. */
  #recordState(broker: Broker, result: BrokerResult): BrokerResult {
    this.#countResult(result);
    if (result.kind === 'stopped') return result;
    const { id, workspaceId } = broker;
    const error = result.kind === 'confirmed' ? null : result.detail;
    const last = this.#recorded.get(id);
    if (last?.error === error && this.#now() - last.atMs < RECORD_EVERY_MS) return result;
    this.#recorded.set(id, { error, atMs: this.#now() });
    const facts = { broker: id, workspace: workspaceId };
    if (error !== null && last?.error !== error) log.warn({ ...facts, outcome: result.kind }, 'broker failed');
    if (error === null && last && last.error !== null) log.info(facts, 'broker recovered');
    this.#record(id, error).catch((cause: unknown) => log.warn({ err: cause, ...facts }, 'broker state not written'));
    return result;
  }

  async #record(brokerId: string, error: string | null): Promise<void> {
    const { db, clock } = this.#parts;
    await recordBrokerState(db, brokerId, { at: await clock.now(db), error });
  }
}
