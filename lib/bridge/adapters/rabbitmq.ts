import type { Socket } from 'node:net';
import type { ChannelModel } from 'amqplib';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import { type AmqpConnection, openAmqp } from '#/lib/bridge/adapters/amqp-connection.ts';
import {
  type BrokerConnection,
  BrokerError,
  closedError,
  type IncomingMessage,
  type OutgoingMessage,
} from '#/lib/bridge/adapters/broker-connection.ts';
import {
  connectionError,
  lateError,
  lostError,
  rejectedCommand,
  timeoutError,
} from '#/lib/bridge/adapters/connection-error.ts';
import { DeliveryCounts, RabbitMqConsumer } from '#/lib/bridge/adapters/rabbitmq-consumer.ts';
import { RabbitMqPublisher } from '#/lib/bridge/adapters/rabbitmq-publisher.ts';
import { ensureQueue } from '#/lib/bridge/adapters/rabbitmq-queue.ts';
import { withinTime } from '#/lib/bridge/adapters/within-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** A dialed connection, and what is known about it. */
type Link = {
  model: ChannelModel;
  socket: Socket;
  publisher: RabbitMqPublisher;
  /** Queues that exist. */
  queues: Map<string, Promise<void>>;
  consumers: Map<string, Promise<RabbitMqConsumer>>;
};

const late = () => lateError('RabbitMQ');
const lost = () => lostError('RabbitMQ');
const unreached = () => timeoutError('RabbitMQ');

const TIMEOUT_MS = 10 * SECOND_MS;
/** For a connection that has to be closed. */
const CLOSE_MS = 3 * SECOND_MS;
/** Until a message that was rejected is requeued. */
const REQUEUE_AFTER_MS = SECOND_MS;

/**
 * RabbitMQ (3.8 or later) by AMQP 0-9-1. Targets are queues, reached by the default exchange; missing ones are created as
 * durable quorum queues. Messages are persistent and confirmed.
 */
export class RabbitMq implements BrokerConnection {
  readonly #options: AdapterOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  #link: Promise<Link> | null = null;
  #channels = 0;
  readonly #deliveries = new DeliveryCounts();
  readonly #closing = new AbortController();

  constructor(options: AdapterOptions) {
    this.#options = options;
  }

  async publish(message: OutgoingMessage, signal: AbortSignal): Promise<void> {
    await withinTime(this.#confirmed(message), signal, late);
  }

  async consume(target: string, { most, waitMs }: { most: number; waitMs: number }): Promise<IncomingMessage[]> {
    const { buffer } = await this.#run(async (link) => this.#consumerOf(link, target));
    return buffer.take(most, waitMs);
  }

  async ack(target: string, tokens: readonly string[]): Promise<void> {
    if (tokens.length > 0) await this.#with(target, (consumer) => consumer.ack(tokens));
  }

  async reject(target: string, tokens: readonly string[]): Promise<void> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // When the connection is lost, the broker requeues them by itself.
      this.#with(target, (consumer) => consumer.requeue(tokens)).catch(() => {});
    }, REQUEUE_AFTER_MS);
    this.#timers.add(timer);
  }

  /** The broker requeues what a lost consumer has not acknowledged. */
  async reclaim(): Promise<IncomingMessage[]> {
    return [];
  }

  /** Of other consumers' messages, counts only those that wait in the queue. */
  async lag(target: string): Promise<number | null> {
    return this.#run(async (link) => {
      await this.#ensureQueue(link, target);
      const consumer = await link.consumers.get(target);
      const { messageCount, consumerCount } = await link.publisher.channel.checkQueue(target);
      // RabbitMQ 3.10 cancels no consumer of a quorum queue that is created again as soon as it was deleted.
      // A leader that doesn't respond counts as no messages and no consumers.
      if (consumerCount === 0 && messageCount > 0) consumer?.cancel();
      return messageCount + (consumer?.unacked ?? 0);
    });
  }

  async check(): Promise<void> {
    await this.#run(async ({ model }) => (await model.createChannel()).close());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    const link = await this.#link?.catch(() => null);
    this.#link = null;
    if (!link) return;
    // The connection may be lost already, or not respond.
    await withinTime(closeInOrder(link), AbortSignal.timeout(CLOSE_MS), closedError).catch(() => {});
    link.socket.destroy();
  }

  async #confirmed(message: OutgoingMessage): Promise<void> {
    await this.#run(async (link) => {
      await this.#ensureQueue(link, message.target);
      try {
        await link.publisher.publish(message);
      } catch (error) {
        // The queue may have been deleted since.
        link.queues.delete(message.target);
        throw error;
      }
    });
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Rejects with `BrokerError`, whatever goes wrong. */
  async #run<T>(work: (link: Link) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closedError();
    this.#link ??= this.#dial();
    try {
      return await withinTime(this.#link.then(work), AbortSignal.timeout(TIMEOUT_MS), late);
    } catch (error) {
      throw this.#isClosed ? closedError() : rabbitError(error);
    }
  }

  /** Within the timeout of one call: a slow server must not hold up others that wait for the same dial. */
  async #dial(): Promise<Link> {
    const over = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]);
    let socket: Socket | null = null;
    try {
      const opened = await withinTime(openAmqp(this.#options, over), over, unreached);
      socket = opened.socket;
      return await withinTime(this.#createLink(opened), over, unreached);
    } catch (error) {
      this.#link = null;
      socket?.destroy();
      throw error;
    }
  }

  async #createLink({ model, socket }: AmqpConnection): Promise<Link> {
    // Each error is followed by 'close'.
    model.on('error', () => {});
    const publisher = new RabbitMqPublisher(await model.createConfirmChannel());
    const link: Link = { model, socket, publisher, queues: new Map(), consumers: new Map() };
    const lose = () => this.#onConnectionLost(link);
    for (const part of [publisher.channel, model, socket]) part.on('close', lose);
    // Both may have happened since they were opened.
    if (socket.destroyed) throw lost();
    return link;
  }

  #onConnectionLost(link: Link): void {
    void this.#link?.then(
      (current) => {
        if (current === link) this.#link = null;
      },
      () => {},
    );
    const error = this.#isClosed ? closedError() : lost();
    for (const consumer of link.consumers.values())
      void consumer.then(
        ({ buffer }) => buffer.fail(error),
        () => {},
      );
    // A publisher whose channel was closed is useless.
    void withinTime(link.model.close(), AbortSignal.timeout(CLOSE_MS), closedError)
      .catch(() => {})
      .then(() => link.socket.destroy());
  }

  #ensureQueue(link: Link, queue: string): Promise<void> {
    const known = link.queues.get(queue);
    if (known) return known;
    const ensured = ensureQueue(link.model, queue);
    link.queues.set(queue, ensured);
    ensured.catch(() => link.queues.delete(queue));
    return ensured;
  }

  #consumerOf(link: Link, queue: string): Promise<RabbitMqConsumer> {
    const known = link.consumers.get(queue);
    if (known) return known;
    const consumer = this.#beginConsuming(link, queue);
    link.consumers.set(queue, consumer);
    consumer.catch(() => link.consumers.delete(queue));
    return consumer;
  }

  async #beginConsuming(link: Link, queue: string): Promise<RabbitMqConsumer> {
    await this.#ensureQueue(link, queue);
    const channel = await link.model.createChannel();
    this.#channels += 1;
    const consumer = new RabbitMqConsumer({
      queue,
      channel,
      channelNumber: this.#channels,
      deliveries: this.#deliveries,
      onEnd: (reason) => {
        link.consumers.delete(queue);
        link.queues.delete(queue);
        return this.#isClosed ? closedError() : reason;
      },
      onFlood: () => link.socket.destroy(),
    });
    await consumer.begin();
    return consumer;
  }

  /** Does nothing if this connection has no consumer: there is nothing to acknowledge. */
  async #with(queue: string, respond: (consumer: RabbitMqConsumer) => void): Promise<void> {
    await this.#run(async (link) => {
      const consumer = await link.consumers.get(queue);
      if (consumer) respond(consumer);
    });
  }
}

/** Acknowledgments are sent before their channel closes, but not necessarily before the connection does. */
async function closeInOrder({ model, consumers }: Link): Promise<void> {
  for (const found of consumers.values()) {
    const consumer = await found.catch(() => null);
    await consumer?.close();
  }
  await model.close();
}

/** Converts an error of the network, of amqplib or of RabbitMQ. */
function rabbitError(error: unknown): BrokerError {
  if (error instanceof BrokerError) return error;
  const { message = '', code = '' } = error as { message?: string; code?: string | number };
  if (/ACCESS[-_]REFUSED|Login was refused/i.test(message) && !/access to /.test(message)) {
    return new BrokerError('auth_failed', 'RabbitMQ rejected the username or password. Correct them in the URL.');
  }
  if (typeof code === 'number' || /\(NOT[-_]ALLOWED\)/.test(message)) {
    return rejectedCommand('RabbitMQ', message);
  }
  return connectionError('RabbitMQ', message.includes('ETIMEDOUT') ? 'ETIMEDOUT' : code);
}
