import { createHash } from 'node:crypto';
import type { Channel, ConsumeMessage } from 'amqplib';
import { LRUCache } from 'lru-cache';
import { dropLargeContent, droppedBytes } from '#/lib/bridge/adapters/amqp-connection.ts';
import { BrokerError, type IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { lostError } from '#/lib/bridge/adapters/connection-error.ts';
import { LARGEST_MESSAGE_BYTES, MessageBuffer, tooLarge } from '#/lib/bridge/adapters/message-buffer.ts';

/** `key`: the key of its count of deliveries; null where the broker counts. */
type Unacked = { message: ConsumeMessage; key: string | null };

export type RabbitMqConsumerParts = {
  queue: string;
  channel: Channel;
  /** Delivery tags start over with each channel, so tokens begin with its number. */
  channelNumber: number;
  deliveries: DeliveryCounts;
  /** Called once, when it receives nothing anymore. Returns the error for callers that wait for messages. */
  onEnd: (reason: BrokerError) => BrokerError;
  /** Called when the server misbehaves and would fill the memory. */
  onFlood: () => void;
};

/** Messages that the broker sends ahead, and that it requeues when the connection is lost. */
const PREFETCH = 250;
/** Messages whose deliveries are counted here. */
const MAX_COUNTED = 10_000;

/** Messages of one queue, on a channel of its own. */
export class RabbitMqConsumer {
  readonly buffer = new MessageBuffer();
  readonly #parts: RabbitMqConsumerParts;
  /** Messages whose acknowledgment the broker waits for, by token. */
  readonly #unacked = new Map<string, Unacked>();
  #isOver = false;

  constructor(parts: RabbitMqConsumerParts) {
    this.#parts = parts;
  }

  /** How many acknowledgments the broker waits for. */
  get unacked(): number {
    return this.#unacked.size;
  }

  async begin(): Promise<void> {
    const { channel, queue } = this.#parts;
    dropLargeContent(channel, LARGEST_MESSAGE_BYTES);
    // Each error is followed by 'close'.
    channel.on('error', () => {});
    channel.on('close', () => this.end(lostError('RabbitMQ')));
    await channel.prefetch(PREFETCH);
    await channel.consume(queue, (message) => {
      // Null: the broker has canceled it.
      if (message) this.#receive(message);
      else this.cancel();
    });
  }

  /** The queue was deleted: the next call subscribes again. */
  cancel(): void {
    const detail = 'The queue was deleted. It is created again where it is missing, and consumed from.';
    this.end(new BrokerError('unreachable', detail));
  }

  end(reason: BrokerError): void {
    // By the time its channel is closed, another consumer may have begun.
    if (this.#isOver) return;
    this.#isOver = true;
    this.buffer.fail(this.#parts.onEnd(reason));
    void this.close();
  }

  ack(tokens: readonly string[]): void {
    for (const { message, key } of this.#take(tokens)) {
      this.#parts.channel.ack(message);
      if (key !== null) this.#parts.deliveries.forget(key);
    }
  }

  requeue(tokens: readonly string[]): void {
    for (const { message } of this.#take(tokens)) this.#parts.channel.nack(message, false, true);
  }

  /** Acknowledgments go out first. The channel may be closed already. */
  async close(): Promise<void> {
    await this.#parts.channel.close().catch(() => {});
  }

  #receive(message: ConsumeMessage): void {
    const { queue, channelNumber, deliveries, onFlood } = this.#parts;
    const token = `${channelNumber}-${message.fields.deliveryTag}`;
    const counted = deliveries.deliveryCountOf(queue, message);
    this.#unacked.set(token, { message, key: counted.key });
    this.buffer.push(messageOf(token, message, counted.deliveries));
    if (this.#unacked.size > 2 * PREFETCH) onFlood();
  }

  /** Those that this connection may still acknowledge. */
  #take(tokens: readonly string[]): Unacked[] {
    const taken = tokens.flatMap((token) => this.#unacked.get(token) ?? []);
    for (const token of tokens) this.#unacked.delete(token);
    return taken;
  }
}

/**
 * How often messages were delivered. Quorum queues report it; classic ones only report that it was not the first time,
 * so it is counted here, and each process eventually gives up a message that always fails.
 */
export class DeliveryCounts {
  readonly #counts = new LRUCache<string, number>({ max: MAX_COUNTED });

  deliveryCountOf(
    queue: string,
    { content, properties, fields }: ConsumeMessage,
  ): { key: string | null; deliveries: number } {
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
