import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { recordBrokerState } from '#/lib/bridge/brokers/record-broker-state-query.ts';
import { openBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';
import { type ConsumingBroker, listConsumingBrokers } from '#/lib/bridge/consuming/consuming-brokers-query.ts';
import { URL_UNREADABLE } from '#/lib/bridge/publishing/deliver-to-broker.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { BrokerLoop } from '#/worker/bridge/broker-loop.ts';
import { EngineLoop } from '#/worker/engine/engine-loop.ts';

type System = Omit<Ctx, 'actor'>;
type Options = { source: string; leaseMs: number };
type Running = { version: number; loop: BrokerLoop };

/** How soon an added or changed broker is consumed from. */
const SYNC_EVERY_MS = 3 * SECOND_MS;

/**
 * A worker's part in the bridge: a loop for each broker that has events to consume, as brokers are added, changed and
 * deleted.
 */
export class Bridge {
  readonly #ctx: System;
  readonly #options: Options;
  readonly #running = new Map<string, Running>();
  /** Loops that have been stopped and finish their last batch. */
  readonly #ending = new Set<Promise<void>>();
  readonly #watch: EngineLoop;

  constructor(ctx: System, options: Options) {
    this.#ctx = ctx;
    this.#options = options;
    this.#watch = new EngineLoop(() => this.#syncLoops(), SYNC_EVERY_MS);
  }

  start(): void {
    this.#watch.start();
  }

  /** Starts and ends loops to match the current brokers. */
  wake(): void {
    this.#watch.scheduleWake(0);
  }

  /** Stops after the messages in progress. Safe to call twice. */
  async stop(): Promise<void> {
    await this.#watch.stop();
    this.#endAllBut(() => false);
    await Promise.all(this.#ending);
  }

  async #syncLoops(): Promise<number> {
    const brokers = await listConsumingBrokers(this.#ctx.db);
    const versions = new Map(brokers.map(({ id, version }) => [id, version]));
    this.#endAllBut((id, { version }) => versions.get(id) === version);
    for (const broker of brokers) if (!this.#running.has(broker.id)) await this.#startLoop(broker);
    return SYNC_EVERY_MS;
  }

  /** Not awaited: a loop whose broker hangs takes seconds to end, and others must not wait for it. */
  #endAllBut(isWanted: (id: string, running: Running) => boolean): void {
    for (const [id, running] of this.#running) {
      if (isWanted(id, running)) continue;
      this.#running.delete(id);
      const ending: Promise<void> = running.loop
        .stop()
        .catch((error: unknown) => log.error({ err: error, broker: id }, 'consuming from a broker did not end cleanly'))
        .finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }

  async #startLoop(broker: ConsumingBroker): Promise<void> {
    const { id, version, kind, workspaceId } = broker;
    try {
      const url = openBrokerUrl(broker);
      if (url === null) throw new BrokerError('url_invalid', URL_UNREADABLE.detail);
      const connection = openBroker({ kind, url, workspaceId, allowed: alarmSettings().allowed });
      const loop = new BrokerLoop(this.#ctx, { ...this.#options, broker, connection });
      this.#running.set(id, { version, loop });
      loop.start();
    } catch (error) {
      // A broker that can't be used must not keep others from being consumed from.
      if (!(error instanceof BrokerError)) log.error({ err: error, broker: id }, 'a broker can’t be consumed from');
      const reason = error instanceof BrokerError ? error.message : URL_UNREADABLE.detail;
      const { db, clock } = this.#ctx;
      await recordBrokerState(db, id, { at: await clock.now(db), error: reason });
    }
  }
}
