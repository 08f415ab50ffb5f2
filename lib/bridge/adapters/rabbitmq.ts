import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { LRUCache } from 'lru-cache';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import {
  type AmqpConnection,
  dropLargeContent,
  droppedBytes,
  openAmqp,
} from '#/lib/bridge/adapters/amqp-connection.ts';
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
import { LARGEST_MESSAGE_BYTES, MessageBuffer, tooLarge } from '#/lib/bridge/adapters/message-buffer.ts';
import { withinTime } from '#/lib/bridge/adapters/within-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** A connection that was dialed, and what is known by it. */
type Link = {
  model: ChannelModel;
  socket: Socket;
  publisher: ConfirmChannel;
  /** Queues that are there. */
  queues: Map<string, Promise<void>>;
  consumers: Map<string, Promise<Consumer>>;
  /** Ids of messages that no queue took. */
  returned: Set<string>;
};
/** Messages of one queue. `unacked` are those that the broker waits for, by token. `end`: the next call subscribes again. */
type Consumer = {
  channel: Channel;
  buffer: MessageBuffer;
  unacked: Map<string, Unacked>;
  end: (reason: BrokerError) => void;
};
/** `key` is that of the count of deliveries; null where the broker counts. */
type Unacked = { message: ConsumeMessage; key: string | null };

const late = () => lateError('RabbitMQ');
const lost = () => lostError('RabbitMQ');
const unreached = () => timeoutError('RabbitMQ');

const TIMEOUT_MS = 10 * SECOND_MS;
/** Messages that the broker sends ahead, and that it requeues when the connection is lost. */
const PREFETCH = 250;
/** Messages whose deliveries are counted here. */
const MOST_COUNTED = 10_000;
/** The first version whose quorum queues drop what was delivered 20 times, unless they are told not to. */
const LIMITING_MAJOR = 4;
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
  /** Delivery tags count anew with each channel, so tokens begin with its number. */
  #channels = 0;
  readonly #deliveries = new DeliveryCounts();
  readonly #closing = new AbortController();

  constructor(options: AdapterOptions) {
    this.#options = options;
  }

  async publish({ target, id, body }: OutgoingMessage, signal: AbortSignal): Promise<void> {
    await withinTime(this.#confirmed({ target, id, body }), signal, late);
  }

  async consume(target: string, { most, waitMs }: { most: number; waitMs: number }): Promise<IncomingMessage[]> {
    const { buffer } = await this.#run(async (link) => this.#consumerOf(link, target));
    return buffer.take(most, waitMs);
  }

  async ack(target: string, tokens: readonly string[]): Promise<void> {
    await this.#each(target, tokens, (channel, { message, key }) => {
      channel.ack(message);
      if (key !== null) this.#deliveries.forget(key);
    });
  }

  async reject(target: string, tokens: readonly string[]): Promise<void> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // When the connection is lost, the broker requeues them by itself.
      this.#each(target, tokens, (channel, { message }) => channel.nack(message, false, true)).catch(() => {});
    }, REQUEUE_AFTER_MS);
    this.#timers.add(timer);
  }

  /** The broker requeues what a lost consumer has not acknowledged. */
  async reclaim(): Promise<IncomingMessage[]> {
    return [];
  }

  /** Of other consumers' messages only those that wait in the queue. */
  async lag(target: string): Promise<number | null> {
    return this.#run(async (link) => {
      await this.#ensureQueue(link, target);
      const consumer = await link.consumers.get(target);
      const { messageCount, consumerCount } = await link.publisher.checkQueue(target);
      // RabbitMQ 3.10 cancels no consumer of a quorum queue that is created again as soon as it was deleted.
      // A leader that doesn't respond counts as no messages and no consumers.
      if (consumerCount === 0 && messageCount > 0) consumer?.end(canceledError());
      return messageCount + (consumer?.unacked.size ?? 0);
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
    // It may be lost already, or not respond.
    await withinTime(closeInOrder(link), AbortSignal.timeout(CLOSE_MS), closedError).catch(() => {});
    link.socket.destroy();
  }

  async #confirmed({ target, id, body }: OutgoingMessage): Promise<void> {
    await this.#run(async (link) => {
      await this.#ensureQueue(link, target);
      await new Promise<void>((resolve, reject) => {
        const options = {
          persistent: true,
          mandatory: true,
          messageId: id,
          contentType: 'application/cloudevents+json; charset=utf-8',
        };
        link.publisher.sendToQueue(target, Buffer.from(body), options, (error) => {
          if (error) reject(error);
          else resolve();
        });
      });
      // What no queue takes is returned first, and confirmed nevertheless.
      if (!link.returned.delete(id)) return;
      link.queues.delete(target);
      throw new BrokerError(
        'rejected',
        'RabbitMQ has no queue of this name anymore. It is created with the next attempt.',
      );
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

  /** Within the time for one call: a server that keeps it waiting must not keep others waiting for the same dial. */
  async #dial(): Promise<Link> {
    const over = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]);
    let socket: Socket | null = null;
    try {
      const opened = await withinTime(openAmqp(this.#options, over), over, unreached);
      socket = opened.socket;
      return await withinTime(this.#linked(opened), over, unreached);
    } catch (error) {
      this.#link = null;
      socket?.destroy();
      throw error;
    }
  }

  async #linked({ model, socket }: AmqpConnection): Promise<Link> {
    // Each is followed by 'close'.
    model.on('error', () => {});
    const publisher = await model.createConfirmChannel();
    dropLargeContent(publisher, LARGEST_MESSAGE_BYTES);
    const link: Link = {
      model,
      socket,
      publisher,
      queues: new Map(),
      consumers: new Map(),
      returned: new Set(),
    };
    publisher.on('return', ({ properties }) => link.returned.add(String(properties.messageId)));
    const lose = () => this.#lose(link);
    publisher.on('error', () => {});
    for (const part of [publisher, model, socket]) part.on('close', lose);
    // Both may have happened since they were opened.
    if (socket.destroyed) throw lost();
    return link;
  }

  #lose(link: Link): void {
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
    // One whose channel was closed is of no more use.
    void withinTime(link.model.close(), AbortSignal.timeout(CLOSE_MS), closedError)
      .catch(() => {})
      .then(() => link.socket.destroy());
  }

  /** Queues that are there are left as they are, whatever kind they are of. */
  #ensureQueue(link: Link, queue: string): Promise<void> {
    const known = link.queues.get(queue);
    if (known) return known;
    const ensured = isThere(link.model, queue).then(async (found) => {
      if (!found) await createQueue(link.model, queue);
    });
    link.queues.set(queue, ensured);
    ensured.catch(() => link.queues.delete(queue));
    return ensured;
  }

  #consumerOf(link: Link, queue: string): Promise<Consumer> {
    const known = link.consumers.get(queue);
    if (known) return known;
    const consumer = this.#beginConsuming(link, queue);
    link.consumers.set(queue, consumer);
    consumer.catch(() => link.consumers.delete(queue));
    return consumer;
  }

  async #beginConsuming(link: Link, queue: string): Promise<Consumer> {
    await this.#ensureQueue(link, queue);
    const channel = await link.model.createChannel();
    dropLargeContent(channel, LARGEST_MESSAGE_BYTES);
    this.#channels += 1;
    const number = this.#channels;
    let isOver = false;
    const end = (reason: BrokerError) => {
      // Once: by the time its channel is closed, another one may have begun.
      if (isOver) return;
      isOver = true;
      link.consumers.delete(queue);
      link.queues.delete(queue);
      consumer.buffer.fail(this.#isClosed ? closedError() : reason);
      // Nothing is delivered to it anymore. It may be closed already.
      channel.close().catch(() => {});
    };
    const consumer: Consumer = { channel, buffer: new MessageBuffer(), unacked: new Map(), end };
    channel.on('error', () => {});
    channel.on('close', () => end(lost()));
    await channel.prefetch(PREFETCH);
    await channel.consume(queue, (message) => {
      // Null: the broker has canceled it.
      if (!message) return end(canceledError());
      const token = `${number}-${message.fields.deliveryTag}`;
      const { key, deliveries } = this.#deliveries.of(queue, message);
      consumer.unacked.set(token, { message, key });
      consumer.buffer.push(messageOf(token, message, deliveries));
      // A server gone wrong, which would fill the memory.
      if (consumer.unacked.size > 2 * PREFETCH) link.socket.destroy();
    });
    return consumer;
  }

  /** For messages that this connection still has to answer for. */
  async #each(
    target: string,
    tokens: readonly string[],
    respond: (channel: Channel, unacked: Unacked) => void,
  ): Promise<void> {
    if (tokens.length === 0) return;
    await this.#run(async (link) => {
      const consumer = await link.consumers.get(target);
      for (const token of tokens) {
        const unacked = consumer?.unacked.get(token);
        if (!consumer || !unacked) continue;
        consumer.unacked.delete(token);
        respond(consumer.channel, unacked);
      }
    });
  }
}

/** Acknowledgments go before the end of their channel, not before the end of the connection. */
async function closeInOrder({ model, consumers }: Link): Promise<void> {
  for (const found of consumers.values()) {
    const consumer = await found.catch(() => null);
    await consumer?.channel.close().catch(() => {});
  }
  await model.close();
}

/** On a channel of its own, which a missing queue closes. */
async function isThere(model: ChannelModel, queue: string): Promise<boolean> {
  const channel = await model.createChannel();
  channel.on('error', () => {});
  try {
    await channel.checkQueue(queue);
    await channel.close();
    return true;
  } catch (error) {
    if ((error as { code?: number }).code === 404) return false;
    throw error;
  }
}

async function createQueue(model: ChannelModel, queue: string): Promise<void> {
  const channel = await model.createChannel();
  channel.on('error', () => {});
  const major = Number.parseInt(model.connection.serverProperties.version, 10);
  // Also what only waits for the database is redelivered. Older servers have no limit, and no word for none.
  const limit = major >= LIMITING_MAJOR ? { 'x-delivery-limit': -1 } : {};
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...limit } });
  await channel.close();
}

/**
 * How often messages were delivered. Quorum queues say it; of classic ones, which only say that it was not the first time,
 * it is counted here, so that what fails each time is given up by each process in the end.
 */
class DeliveryCounts {
  readonly #counts = new LRUCache<string, number>({ max: MOST_COUNTED });

  of(queue: string, { content, properties, fields }: ConsumeMessage): { key: string | null; deliveries: number } {
    const before = properties.headers?.['x-delivery-count'];
    if (before !== undefined) return { key: null, deliveries: Number(before) + 1 };
    if (!fields.redelivered) return { key: null, deliveries: 1 };
    const named = properties.messageId ?? createHash('sha256').update(content).digest('base64');
    const key = `${queue}\n${named}`;
    const deliveries = (this.#counts.get(key) ?? 1) + 1;
    this.#counts.set(key, deliveries);
    return { key, deliveries };
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}

function messageOf(token: string, { content, properties }: ConsumeMessage, deliveries: number): IncomingMessage {
  const { headers = {}, contentType } = properties;
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const type = contentType ? { 'content-type': String(contentType) } : {};
  const dropped = droppedBytes(properties);
  return {
    token,
    body: dropped === null ? content.toString('utf8') : tooLarge(dropped),
    headers: { ...Object.fromEntries(texts), ...type },
    deliveries,
  };
}

function canceledError(): BrokerError {
  return new BrokerError(
    'unreachable',
    'The queue was deleted. It is created again where it is missing, and consumed from.',
  );
}

/** What an error of the network, of amqplib or of RabbitMQ means. */
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
