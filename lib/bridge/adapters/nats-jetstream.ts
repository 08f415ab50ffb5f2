import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type Consumer as PullConsumer,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, type TlsOptions } from '@nats-io/transport-node';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import {
  type BrokerConnection,
  BrokerError,
  closedError,
  type IncomingMessage,
  type OutgoingMessage,
} from '#/lib/bridge/adapters/broker-connection.ts';
import { connectionError, lateError, lostError, rejectedCommand } from '#/lib/bridge/adapters/connection-error.ts';
import { LARGEST_MESSAGE_BYTES, MessageBuffer, tooLarge } from '#/lib/bridge/adapters/message-buffer.ts';
import { withinTime } from '#/lib/bridge/adapters/within-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

type Link = {
  connection: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
  /** By subject: the stream that has it. */
  streams: Map<string, Promise<string>>;
  consumers: Map<string, Promise<Consumer>>;
};
/**
 * Messages of one subject. `pull` is the last request for some. `unacked` are those that the server waits for, by token,
 * which is their sequence in the stream: one that is delivered again is the same one.
 */
type Consumer = {
  source: PullConsumer;
  isPulling: boolean;
  pull: ConsumerMessages | null;
  buffer: MessageBuffer;
  unacked: Map<string, JsMsg>;
};

const late = () => lateError('NATS');
const lost = () => lostError('NATS');

const TIMEOUT_MS = 10 * SECOND_MS;
/** A connection without a sign of life for three times as long is lost. */
const PING_MS = 10 * SECOND_MS;
/** After how long a message that is not acknowledged is redelivered, in nanoseconds. */
const ACK_WAIT_NS = 15 * SECOND_MS * 1_000_000;
/** Of one request for messages. */
const PULL_BYTES = 4 * 1024 * 1024;
/** What the library requests where bytes are limited; both limits at once it does not allow. */
const PULL_MESSAGES = 100;
const PULL_MS = 30 * SECOND_MS;
/** More are requested while fewer wait here. */
const AHEAD = 400;
const AHEAD_CHARACTERS = 16 * 1024 * 1024;
/** More than was ever requested: a server gone wrong. */
const MOST_AHEAD = 2 * AHEAD;
/** Messages of this connection that may still be acknowledged. */
const MOST_KNOWN = 5 * AHEAD;
/** Messages of all processes together that are not acknowledged, before the server delivers no others. */
const MOST_UNACKED = 20_000;
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
    // Without a Nats-Msg-Id: the server would drop what is sent again on purpose within two minutes.
    const confirmed = this.#run(async (link) => {
      await this.#streamOf(link, target);
      await link.client.publish(target, body, { timeout: TIMEOUT_MS });
    });
    await withinTime(confirmed, signal, late);
  }

  async consume(target: string, { most, waitMs }: { most: number; waitMs: number }): Promise<IncomingMessage[]> {
    const consumer = await this.#pulling(target);
    const messages = await consumer.buffer.take(most, waitMs);
    // The next are on their way while these are at work.
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
    // One that is lost meanwhile is closed, and one that does not respond is left to its pings.
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
      const connection = await this.#connect();
      const manager = await jetstreamManager(connection, { checkAPI: false });
      const link: Link = {
        connection,
        client: jetstream(connection),
        manager,
        streams: new Map(),
        consumers: new Map(),
      };
      void connection.closed().then(() => this.#lose(link));
      if (this.#isClosed) await connection.close();
      return link;
    } catch (error) {
      this.#link = null;
      throw error;
    }
  }

  async #connect(): Promise<NatsConnection> {
    const { address, resolve, consumer } = this.#options;
    const { host, port, secure, username, password } = address;
    const addresses = await resolve(host);
    const servers = addresses.map(({ address: ip, family }) => (family === 6 ? `[${ip}]:${port}` : `${ip}:${port}`));
    const login = password === null ? { token: username ?? undefined } : { user: username ?? '', pass: password };
    // Addresses have no names, so the certificate's is told. RFC 6066 section 3: an IP address is no server name, and
    // without one the certificate would be compared with that of this machine.
    const tls = {
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      rejectUnauthorized: true,
      checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    } as TlsOptions;
    return connect({
      servers,
      name: consumer,
      timeout: TIMEOUT_MS,
      pingInterval: PING_MS,
      // A lost connection fails what is in flight; the next call dials again, after another look at the addresses.
      reconnect: false,
      // Nor are other servers dialed that this one knows.
      ignoreClusterUpdates: true,
      ...(username === null ? {} : login),
      // Null: no TLS, also where the server offers it.
      tls: secure ? tls : null,
    });
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

  #consumerOf(link: Link, subject: string): Promise<Consumer> {
    const known = link.consumers.get(subject);
    if (known) return known;
    const consumer = this.#beginConsuming(link, subject);
    link.consumers.set(subject, consumer);
    consumer.catch(() => link.consumers.delete(subject));
    return consumer;
  }

  async #beginConsuming(link: Link, subject: string): Promise<Consumer> {
    const stream = await this.#streamOf(link, subject);
    const durable = this.#durable(subject);
    await link.manager.consumers.add(stream, {
      durable_name: durable,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT_NS,
      max_ack_pending: MOST_UNACKED,
    });
    const source = await link.client.consumers.get(stream, durable);
    return { source, isPulling: false, pull: null, buffer: new MessageBuffer(), unacked: new Map() };
  }

  #pulling(subject: string): Promise<Consumer> {
    return this.#run(async (link) => {
      const consumer = await this.#consumerOf(link, subject);
      if (consumer.isPulling) return consumer;
      consumer.isPulling = true;
      void this.#pull(link, consumer)
        .catch((error: unknown) => {
          link.consumers.delete(subject);
          consumer.buffer.fail(this.#isClosed ? closedError() : natsError(error));
        })
        .finally(() => {
          consumer.isPulling = false;
        });
      return consumer;
    });
  }

  /**
   * Requests messages, one request after the other, while there is room for them. Unlike the library's `consume`, which
   * requests others as soon as some have come, whether anybody takes them or not.
   */
  async #pull(link: Link, consumer: Consumer): Promise<void> {
    const { source, buffer } = consumer;
    let isLarge = false;
    while (buffer.size < AHEAD && buffer.characters < AHEAD_CHARACTERS) {
      if (this.#isClosed) throw closedError();
      if (link.connection.isClosed()) throw lost();
      // One that is larger than a request may be comes alone.
      const limit = isLarge ? { max_messages: 1 } : { max_bytes: PULL_BYTES };
      consumer.pull = await source.fetch({ ...limit, expires: PULL_MS });
      isLarge = await this.#receive(link, consumer, consumer.pull);
    }
  }

  /** Until the request is met or over. Returns whether the next message is larger than the request allows. */
  async #receive(link: Link, { buffer, unacked }: Consumer, pull: ConsumerMessages): Promise<boolean> {
    let received = 0;
    try {
      for await (const message of pull) {
        received += 1;
        // The library waits for the bytes, which the server no longer sends.
        if (received === PULL_MESSAGES) void pull.close();
        const token = String(message.seq);
        unacked.delete(token);
        unacked.set(token, message);
        for (const oldest of unacked.keys()) {
          if (unacked.size <= MOST_KNOWN) break;
          unacked.delete(oldest);
        }
        buffer.push(messageOf(token, message));
        if (buffer.size <= MOST_AHEAD) continue;
        await link.connection.close();
        throw new BrokerError(
          'rejected',
          'NATS sent more messages than were requested. Check what is at its URL. The service retries automatically.',
        );
      }
      return false;
    } catch (error) {
      if (/size exceeds max.?bytes/i.test((error as Error).message)) return true;
      throw error;
    }
  }

  /** For messages that this connection still has to answer for. */
  async #each(target: string, tokens: readonly string[], respond: (message: JsMsg) => void): Promise<void> {
    if (tokens.length === 0) return;
    await this.#run(async (link) => {
      const consumer = await link.consumers.get(target);
      for (const token of tokens) {
        const message = consumer?.unacked.get(token);
        if (!consumer || !message) continue;
        consumer.unacked.delete(token);
        consumer.buffer.remove(token);
        respond(message);
      }
      await link.connection.flush();
    });
  }

  #durable(subject: string): string {
    return `${this.#options.group}-${readable(subject)}`;
  }
}

/**
 * Acknowledgments go first. What was not acknowledged is redelivered to others after its ack wait: when it is rejected here,
 * the server may send it to a request of this connection that it still counts (seen with 2.9).
 */
async function closeInOrder({ connection, consumers }: Link): Promise<void> {
  const open = await Promise.all([...consumers.values()].map((found) => found.catch(() => null)));
  await Promise.all(open.map((consumer) => consumer?.pull?.close()));
  await connection.drain();
}

/** A name without what names may not contain, and of no other subject. */
function readable(subject: string): string {
  const hash = createHash('sha256').update(subject).digest('hex').slice(0, 8);
  return `${subject.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 100)}-${hash}`;
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

/** What an error of the network, of the client or of NATS means. */
function natsError(error: unknown): BrokerError {
  if (error instanceof BrokerError) return error;
  const { name = '', message = '', code = '' } = error as { name?: string; message?: string; code?: string | number };
  if (name === 'AuthorizationError' || name === 'UserAuthenticationExpiredError') {
    return new BrokerError('auth_failed', 'NATS rejected the username, password, or token. Correct them in the URL.');
  }
  if (name === 'TimeoutError') return late();
  if (
    name.startsWith('JetStream') ||
    /NotFoundError|PermissionViolation|InvalidSubject|InvalidArgument|NoResponders/.test(name)
  ) {
    return rejectedCommand('NATS', message);
  }
  return connectionError('NATS', code);
}
