import { createHash } from 'node:crypto';
import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import {
  type BrokerConnection,
  closedError,
  type IncomingMessage,
  type OutgoingMessage,
} from '#/lib/bridge/adapters/broker-connection.ts';
import { lateError, lostError } from '#/lib/bridge/adapters/connection-error.ts';
import { connectNats, natsError, TIMEOUT_MS } from '#/lib/bridge/adapters/nats-connection.ts';
import { NatsConsumer } from '#/lib/bridge/adapters/nats-consumer.ts';
import { withinTime } from '#/lib/bridge/adapters/within-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

type Link = {
  connection: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
  /** By subject: the stream that has it. */
  streams: Map<string, Promise<string>>;
  consumers: Map<string, Promise<NatsConsumer>>;
};
const late = () => lateError('NATS');
const lost = () => lostError('NATS');

/** After how long a message that is not acknowledged is redelivered, in nanoseconds. */
const ACK_WAIT_NS = 15 * SECOND_MS * 1_000_000;
/** Unacknowledged messages of all processes together at which the server stops delivering. */
const MAX_UNACKED = 20_000;
/** For a connection that has to be closed. */
const CLOSE_MS = 3 * SECOND_MS;
/** Until a message that was rejected is redelivered. */
const REDELIVER_AFTER_MS = SECOND_MS;

/**
 * NATS JetStream (2.9 or later). Targets are subjects; for one that no stream has, a stream is created that keeps its
 * messages on disk. Consumed by one durable consumer of the stream, which all processes share.
 */
export class NatsJetStream implements BrokerConnection {
  readonly #options: AdapterOptions;
  #link: Promise<Link> | null = null;
  #isClosed = false;

  constructor(options: AdapterOptions) {
    this.#options = options;
  }

  async publish({ target, body }: OutgoingMessage, signal: AbortSignal): Promise<void> {
    // Without a Nats-Msg-Id: the server would drop an intentional resend within two minutes.
    const confirmed = this.#run(async (link) => {
      await this.#streamOf(link, target);
      await link.client.publish(target, body, { timeout: TIMEOUT_MS });
    });
    await withinTime(confirmed, signal, late);
  }

  async consume(target: string, { most, waitMs }: { most: number; waitMs: number }): Promise<IncomingMessage[]> {
    const consumer = await this.#pulling(target);
    const messages = await consumer.buffer.take(most, waitMs);
    // The next messages are in flight while these are processed.
    if (messages.length > 0) await this.#pulling(target);
    return messages;
  }

  async ack(target: string, tokens: readonly string[]): Promise<void> {
    await this.#each(target, tokens, (message) => message.ack());
  }

  async reject(target: string, tokens: readonly string[]): Promise<void> {
    await this.#each(target, tokens, (message) => message.nak(REDELIVER_AFTER_MS));
  }

  /** The server redelivers by itself. */
  async reclaim(): Promise<IncomingMessage[]> {
    return [];
  }

  async lag(target: string): Promise<number | null> {
    return this.#run(async (link) => {
      await this.#consumerOf(link, target);
      const stream = await this.#streamOf(link, target);
      const { num_pending, num_ack_pending } = await link.manager.consumers.info(stream, this.#durable(target));
      return num_pending + num_ack_pending;
    });
  }

  async check(): Promise<void> {
    await this.#run(({ manager }) => manager.getAccountInfo());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const link = await this.#link?.catch(() => null);
    this.#link = null;
    if (!link || link.connection.isClosed()) return;
    // A lost connection is closed already, and one that does not respond is ended by its pings.
    await withinTime(closeInOrder(link), AbortSignal.timeout(CLOSE_MS), closedError).catch(() => {});
  }

  /** Rejects with `BrokerError`, whatever goes wrong. */
  async #run<T>(work: (link: Link) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closedError();
    this.#link ??= this.#dial();
    try {
      return await withinTime(this.#link.then(work), AbortSignal.timeout(TIMEOUT_MS), late);
    } catch (error) {
      throw this.#isClosed ? closedError() : natsError(error);
    }
  }

  async #dial(): Promise<Link> {
    try {
      const connection = await connectNats(this.#options);
      const manager = await jetstreamManager(connection, { checkAPI: false });
      const link: Link = {
        connection,
        client: jetstream(connection),
        manager,
        streams: new Map(),
        consumers: new Map(),
      };
      void connection.closed().then(() => this.#onConnectionLost(link));
      if (this.#isClosed) await connection.close();
      return link;
    } catch (error) {
      this.#link = null;
      throw error;
    }
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
  }

  #streamOf(link: Link, subject: string): Promise<string> {
    const known = link.streams.get(subject);
    if (known) return known;
    const found = link.manager.streams.find(subject).catch(async (error: Error) => {
      if (!/no stream matches/i.test(error.message)) throw error;
      const name = `timers-${readable(subject)}`;
      await link.manager.streams.add({ name, subjects: [subject] });
      return name;
    });
    link.streams.set(subject, found);
    found.catch(() => link.streams.delete(subject));
    return found;
  }

  #consumerOf(link: Link, subject: string): Promise<NatsConsumer> {
    const known = link.consumers.get(subject);
    if (known) return known;
    const consumer = this.#beginConsuming(link, subject);
    link.consumers.set(subject, consumer);
    consumer.catch(() => link.consumers.delete(subject));
    return consumer;
  }

  async #beginConsuming(link: Link, subject: string): Promise<NatsConsumer> {
    const stream = await this.#streamOf(link, subject);
    const durable = this.#durable(subject);
    await link.manager.consumers.add(stream, {
      durable_name: durable,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT_NS,
      max_ack_pending: MAX_UNACKED,
    });
    const source = await link.client.consumers.get(stream, durable);
    return new NatsConsumer({
      connection: link.connection,
      source,
      onEnd: (error) => {
        link.consumers.delete(subject);
        return this.#isClosed ? closedError() : natsError(error);
      },
    });
  }

  #pulling(subject: string): Promise<NatsConsumer> {
    return this.#run(async (link) => {
      const consumer = await this.#consumerOf(link, subject);
      consumer.pull();
      return consumer;
    });
  }

  /** For messages that this connection may still acknowledge. */
  async #each(target: string, tokens: readonly string[], respond: (message: JsMsg) => void): Promise<void> {
    if (tokens.length === 0) return;
    await this.#run(async (link) => {
      const consumer = await link.consumers.get(target);
      for (const message of consumer?.take(tokens) ?? []) respond(message);
      await link.connection.flush();
    });
  }

  #durable(subject: string): string {
    return `${this.#options.group}-${readable(subject)}`;
  }
}

/**
 * Acknowledgments go first. Unacknowledged messages are redelivered to others after their ack wait: if they were
 * rejected here, the server might send them to a request of this connection that it still counts (seen with 2.9).
 */
async function closeInOrder({ connection, consumers }: Link): Promise<void> {
  const open = await Promise.all([...consumers.values()].map((found) => found.catch(() => null)));
  await Promise.all(open.map((consumer) => consumer?.close()));
  await connection.drain();
}

/** A name without disallowed characters that no other subject maps to. */
function readable(subject: string): string {
  const hash = createHash('sha256').update(subject).digest('hex').slice(0, 8);
  return `${subject.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 100)}-${hash}`;
}
