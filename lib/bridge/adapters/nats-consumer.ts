import type { ConsumerMessages, JsMsg, Consumer as PullConsumer } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { BrokerError, type IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { lostError } from '#/lib/bridge/adapters/connection-error.ts';
import { LARGEST_MESSAGE_BYTES, MessageBuffer, tooLarge } from '#/lib/bridge/adapters/message-buffer.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export type NatsConsumerParts = {
  connection: NatsConnection;
  source: PullConsumer;
  /**
   * Called when it could not request more. Returns the error for callers that wait for messages; the next call begins a
   * new consumer.
   */
  onEnd: (error: unknown) => BrokerError;
};

/** The timeout of one request for messages. */
const PULL_BYTES = 4 * 1024 * 1024;
/** The number that the library requests when bytes are limited; it does not allow both limits at once. */
const PULL_MESSAGES = 100;
const PULL_MS = 30 * SECOND_MS;
/** More are requested while fewer than this wait here. */
const AHEAD = 400;
const AHEAD_CHARACTERS = 16 * 1024 * 1024;
/** More than was ever requested: the server misbehaves. */
const MAX_AHEAD = 2 * AHEAD;
/** Messages of this connection that may still be acknowledged. */
const MAX_KNOWN = 5 * AHEAD;

/** Messages of one subject, requested while there is room for them. */
export class NatsConsumer {
  readonly buffer = new MessageBuffer();
  readonly #parts: NatsConsumerParts;
  /** By token, which is the sequence in the stream: a redelivered message has the same one. */
  readonly #unacked = new Map<string, JsMsg>();
  /** The last request for messages. */
  #request: ConsumerMessages | null = null;
  #isPulling = false;
  #isClosed = false;

  constructor(parts: NatsConsumerParts) {
    this.#parts = parts;
  }

  /** Requests messages in the background while there is room. A second call changes nothing meanwhile. */
  pull(): void {
    if (this.#isPulling) return;
    this.#isPulling = true;
    void this.#pullAll()
      .catch((error: unknown) => this.buffer.fail(this.#parts.onEnd(error)))
      .finally(() => {
        this.#isPulling = false;
      });
  }

  /** Removes and returns the messages with these tokens that this connection may still acknowledge. */
  take(tokens: readonly string[]): JsMsg[] {
    return tokens.flatMap((token) => {
      const message = this.#unacked.get(token);
      if (!message) return [];
      this.#unacked.delete(token);
      this.buffer.remove(token);
      return message;
    });
  }

  /** Stops requesting. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#request?.close();
  }

  /**
   * One request after the other, unlike the library's `consume`, which requests more as soon as some arrive, whether or
   * not they are taken.
   */
  async #pullAll(): Promise<void> {
    const { connection, source } = this.#parts;
    let isLarge = false;
    while (this.buffer.size < AHEAD && this.buffer.characters < AHEAD_CHARACTERS) {
      if (this.#isClosed || connection.isClosed()) throw lostError('NATS');
      // A message larger than a request may be is requested alone.
      const limit = isLarge ? { max_messages: 1 } : { max_bytes: PULL_BYTES };
      this.#request = await source.fetch({ ...limit, expires: PULL_MS });
      isLarge = await this.#receive(this.#request);
    }
  }

  /**
   * Resolves when the request is fulfilled or has expired. Returns whether the next message is larger than the request
   * allows.
   */
  async #receive(request: ConsumerMessages): Promise<boolean> {
    let received = 0;
    try {
      for await (const message of request) {
        received += 1;
        // The library waits for the bytes, which the server no longer sends.
        if (received === PULL_MESSAGES) void request.close();
        const token = String(message.seq);
        this.#remember(token, message);
        this.buffer.push(messageOf(token, message));
        if (this.buffer.size > MAX_AHEAD) await this.#rejectFlood();
      }
      return false;
    } catch (error) {
      if (/size exceeds max.?bytes/i.test((error as Error).message)) return true;
      throw error;
    }
  }

  #remember(token: string, message: JsMsg): void {
    this.#unacked.delete(token);
    this.#unacked.set(token, message);
    for (const oldest of this.#unacked.keys()) {
      if (this.#unacked.size <= MAX_KNOWN) break;
      this.#unacked.delete(oldest);
    }
  }

  async #rejectFlood(): Promise<never> {
    await this.#parts.connection.close();
    const detail =
      'NATS sent more messages than were requested. Check what is at its URL. The service retries automatically.';
    throw new BrokerError('rejected', detail);
  }
}

function messageOf(token: string, message: JsMsg): IncomingMessage {
  const headers = (message.headers?.keys() ?? []).map((name) => [name.toLowerCase(), message.headers?.get(name) ?? '']);
  const bytes = message.data.length;
  return {
    token,
    body: bytes > LARGEST_MESSAGE_BYTES ? tooLarge(bytes) : message.string(),
    headers: Object.fromEntries(headers),
    deliveries: message.info.deliveryCount,
  };
}
