import { setTimeout as delay } from 'node:timers/promises';
import { type BrokerConnection, BrokerError, type IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { recordBrokerState } from '#/lib/bridge/brokers/record-broker-state-query.ts';
import { consumeEvents } from '#/lib/bridge/consuming/consume-events.ts';
import type { ConsumingBroker } from '#/lib/bridge/consuming/consuming-brokers-query.ts';
import { settleMessages } from '#/lib/bridge/consuming/settle-messages.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { FairQueue } from '#/lib/core/fair-queue.ts';
import { log } from '#/lib/core/log.ts';
import { bridgeFailures, bridgeLag } from '#/lib/core/metrics.ts';

type System = Omit<Ctx, 'actor'>;
export type BrokerLoopParts = {
  broker: ConsumingBroker;
  connection: BrokerConnection;
  /** URL of this service, the source of the events it publishes. */
  source: string;
  /** After how long messages of another consumer are reclaimed. */
  leaseMs: number;
};

/** Messages handled by one statement. */
const BATCH = 500;
/** How long a call waits for messages: the loop ends no sooner. */
const WAIT_MS = SECOND_MS;
/** How long the last batch may take after a stop: then the connection is closed, and the broker redelivers it. */
const END_WITHIN_MS = 5 * SECOND_MS;
const RECLAIM_EVERY_MS = SECOND_MS;
const STATE_EVERY_MS = 5 * SECOND_MS;
/** Pause between attempts while the broker or the database is down. */
const FIRST_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 30 * SECOND_MS;

/** Workspaces share the database fairly, so that one with many events leaves it to others. */
const FAIR_QUEUE = new FairQueue({ atOnce: 4, perTenant: 2, mostWaiting: Number.POSITIVE_INFINITY });

/**
 * Consumes from one broker until it is stopped: handles messages, and settles them with the broker. While it handles
 * some, the next are fetched. While the broker or the database is down it waits, with growing pauses, and then
 * continues by itself.
 */
export class BrokerLoop {
  readonly #ctx: System;
  readonly #parts: BrokerLoopParts;
  readonly #stopping = new AbortController();
  #ended: Promise<void> | null = null;
  #consumed = 0;
  #lag: number | null = null;
  #failures = 0;
  /** Why a dead letter could not be published since the state was last written. */
  #deadLetterError: string | null = null;
  #nextReclaimAt = 0;
  #nextStateAt = 0;

  constructor(ctx: System, parts: BrokerLoopParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  start(): void {
    this.#ended ??= this.#run();
  }

  /**
   * Stops after the messages in progress; messages fetched but not begun are released. A broker that hangs is abandoned
   * after five seconds. Safe to call twice.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const closeTimeout = setTimeout(() => this.#closeConnection(), END_WITHIN_MS);
    await this.#ended;
    clearTimeout(closeTimeout);
    bridgeLag.remove({ broker: this.#parts.broker.id });
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #run(): Promise<void> {
    const { broker, connection } = this.#parts;
    log.info(
      { broker: broker.id, workspace: broker.workspaceId, target: broker.inputTarget },
      'consuming from a broker',
    );
    while (!this.#isStopping) {
      await this.#consume().catch((error: unknown) => this.#failed(error));
    }
    if (this.#failures === 0) await this.#recordState(null);
    await connection.close();
  }

  /** Calls in flight fail as `closed`. */
  #closeConnection(): void {
    const { broker, connection } = this.#parts;
    connection
      .close()
      .catch((error: unknown) => log.warn({ err: error, broker: broker.id }, 'a broker could not be closed'));
  }

  /** Runs until it is stopped, or something fails. */
  async #consume(): Promise<void> {
    let fetched = this.#fetchAhead();
    try {
      while (!this.#isStopping) {
        const messages = await fetched;
        fetched = this.#fetchAhead();
        if (messages.length > 0) await this.#settle(messages);
        this.#succeeded();
        await this.#stateWhenDue();
      }
    } finally {
      await this.#releaseFetched(fetched);
    }
  }

  /** Its failure is handled when it is awaited, which may be later. */
  #fetchAhead(): Promise<IncomingMessage[]> {
    const fetched = this.#fetch();
    fetched.catch(() => {});
    return fetched;
  }

  async #fetch(): Promise<IncomingMessage[]> {
    const { connection, broker, leaseMs } = this.#parts;
    if (this.#isStopping) return [];
    if (performance.now() >= this.#nextReclaimAt) {
      this.#nextReclaimAt = performance.now() + RECLAIM_EVERY_MS;
      const reclaimed = await connection.reclaim(broker.inputTarget, { idleMs: leaseMs, most: BATCH });
      if (reclaimed.length === BATCH) this.#nextReclaimAt = 0;
      if (reclaimed.length > 0) return reclaimed;
    }
    return connection.consume(broker.inputTarget, { most: BATCH, waitMs: WAIT_MS });
  }

  async #settle(messages: readonly IncomingMessage[]): Promise<void> {
    const { connection, broker, source } = this.#parts;
    const now = () => this.#ctx.clock.now(this.#ctx.db);
    try {
      const verdicts = await this.#consumeEvents(messages);
      const results = messages.flatMap((message, at) => (verdicts[at] ? [{ message, verdict: verdicts[at] }] : []));
      const { done, error } = await settleMessages(connection, broker, results, { source, now });
      this.#consumed += done;
      if (error) this.#noteDeadLetter(error);
    } catch (error) {
      // The broker counts these as in progress. It no longer knows acknowledged ones.
      await this.#release(messages);
      throw error;
    }
  }

  /** Retries while the database is down, since others would get the fetched messages only after their lease. */
  async #consumeEvents(messages: readonly IncomingMessage[]) {
    const { broker } = this.#parts;
    for (;;) {
      try {
        const work = () => consumeEvents(this.#ctx, broker, messages);
        return await FAIR_QUEUE.run(broker.workspaceId, work, () => new Error('Never: as many may wait as want to.'));
      } catch (error) {
        if (this.#isStopping) throw error;
        await this.#backOff(error, 'events of a broker could not be consumed; retrying');
      }
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (this.#isStopping && error instanceof BrokerError) return;
    await this.#backOff(error, 'a broker failed; retrying');
  }

  async #backOff(error: unknown, what: string): Promise<void> {
    const { broker } = this.#parts;
    const longest = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.#failures);
    this.#failures += 1;
    const code = error instanceof BrokerError ? error.code : 'internal';
    bridgeFailures.inc({ code });
    const waitMs = Math.round(longest * (0.5 + Math.random() / 2));
    // Errors of brokers contain no credentials.
    const details = error instanceof BrokerError ? { code, reason: error.message } : { err: error };
    log.warn({ broker: broker.id, workspace: broker.workspaceId, wait_ms: waitMs, ...details }, what);
    if (error instanceof BrokerError) await this.#recordState(error.message);
    await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  /** The message is redelivered in about a second; others must not wait for it. */
  #noteDeadLetter({ code, message }: BrokerError): void {
    bridgeFailures.inc({ code });
    this.#deadLetterError = `A dead letter could not be published. ${message}`;
  }

  #succeeded(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#nextStateAt = 0;
    log.info({ broker: this.#parts.broker.id }, 'a broker is consumed from again');
  }

  async #stateWhenDue(): Promise<void> {
    if (performance.now() < this.#nextStateAt) return;
    this.#nextStateAt = performance.now() + STATE_EVERY_MS;
    const { connection, broker } = this.#parts;
    this.#lag = await connection.lag(broker.inputTarget);
    if (this.#lag !== null) bridgeLag.set({ broker: broker.id }, this.#lag);
    await this.#recordState(this.#deadLetterError);
    this.#deadLetterError = null;
  }

  /** For people to see; the loop does not depend on it. */
  async #recordState(error: string | null): Promise<void> {
    const { db, clock } = this.#ctx;
    const { id } = this.#parts.broker;
    const consumed = this.#consumed;
    this.#consumed = 0;
    try {
      await recordBrokerState(db, id, { at: await clock.now(db), error, consumed, lag: this.#lag });
    } catch (cause) {
      this.#consumed += consumed;
      log.warn({ err: cause, broker: id }, 'state of a broker not written; the worker retries');
    }
  }

  /** Messages fetched meanwhile must not wait for their lease. */
  async #releaseFetched(fetched: Promise<IncomingMessage[]>): Promise<void> {
    try {
      await this.#release(await fetched);
    } catch (error) {
      // A failure to fetch them was handled already, or will be by the next fetch.
      if (!(error instanceof BrokerError)) throw error;
    }
  }

  /** Lets the broker redeliver messages. */
  async #release(messages: readonly IncomingMessage[]): Promise<void> {
    const { connection, broker } = this.#parts;
    try {
      await connection.reject(
        broker.inputTarget,
        messages.map(({ token }) => token),
      );
    } catch (error) {
      // They are redelivered after their lease.
      if (!(error instanceof BrokerError)) throw error;
    }
  }
}
