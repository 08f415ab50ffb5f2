import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Redis } from 'ioredis';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import { BrokerError, closedError } from '#/lib/bridge/adapters/broker-connection.ts';
import { connectionError, lateError, timeoutError } from '#/lib/bridge/adapters/connection-error.ts';
import { fixedLookup } from '#/lib/bridge/adapters/resolve-broker.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

type Options = Pick<AdapterOptions, 'address' | 'resolve' | 'consumer'>;

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
/** For sockets that do not close when requested. */
const DISCONNECT_TIMEOUT_MS = 1 * SECOND_MS;

/** The largest reply to one call, in bytes. Bodies alone can have 512 MB each. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The reply was cut off, and the connection with it. The command itself was executed. */
export class ReplyTooLarge extends BrokerError {
  constructor() {
    super('rejected', `Redis sent more than ${MAX_BYTES} bytes at once. Keep messages below that.`);
  }
}

/** One connection to Redis: dialed when first needed, and again after it was lost. */
export class RedisClient {
  readonly #options: Options;
  #client: Promise<Redis> | null = null;
  #opened: Redis | null = null;
  #isClosed = false;
  /** Bytes read on the connection before the last call. */
  #readBefore = 0;
  readonly #cutOff = new WeakSet<Redis>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Runs commands, within `timeoutMs`; a connection without a response until then is dropped. Rejects with
   * `BrokerError`, even if a command rejects with another error.
   */
  async run<T>(timeoutMs: number, commands: (redis: Redis) => Promise<T>): Promise<T> {
    const client = await this.#connected();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      client.disconnect();
      late.reject(lateError('Redis'));
    }, timeoutMs);
    this.#readBefore = client.stream.bytesRead;
    try {
      return await Promise.race([commands(client), late.promise]);
    } catch (error) {
      if (this.#cutOff.has(client)) throw new ReplyTooLarge();
      throw this.#isClosed ? closedError() : redisError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Including one that is still opening: a server that accepts connections and sends nothing would delay a stop.
    this.#opened?.disconnect();
    await this.#client?.catch(() => null);
  }

  /** Cuts off a reply that is too large: what is in flight fails. */
  #limit(client: Redis): void {
    const { stream } = client;
    stream.on('data', () => {
      if (stream.bytesRead - this.#readBefore <= MAX_BYTES) return;
      this.#cutOff.add(client);
      stream.destroy();
      this.#drop(client);
    });
  }

  /** The next call dials again. */
  #drop(client: Redis): void {
    if (this.#opened === client) this.#client = null;
  }

  #connected(): Promise<Redis> {
    if (this.#isClosed) return Promise.reject(closedError());
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<Redis> {
    const { address, consumer } = this.#options;
    const client = new Redis({
      Connector: connectorTo(this.#options),
      lazyConnect: true,
      // A lost connection fails what is in flight; the next call dials again.
      retryStrategy: null,
      autoResendUnfulfilledCommands: false,
      enableAutoPipelining: true,
      protocol: 2,
      connectionName: consumer,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      db: Number(address.path || 0),
      // Only sets which event to wait for; the connector makes the connection.
      ...(address.secure ? { tls: {} } : {}),
      ...(address.username === null ? {} : { username: address.username }),
      ...(address.password === null ? {} : { password: address.password }),
    });
    this.#opened = client;
    let reason: unknown = null;
    client.on('error', (error) => {
      reason = error;
    });
    client.once('end', () => this.#drop(client));
    // Its own timeout ends when the socket is open, before Redis has said anything.
    const timer = setTimeout(() => {
      reason = timeoutError('Redis');
      client.disconnect();
    }, CONNECT_TIMEOUT_MS);
    try {
      await client.connect();
      if (this.#isClosed) throw closedError();
      this.#limit(client);
      return client;
    } catch (error) {
      client.disconnect();
      this.#client = null;
      throw this.#isClosed ? closedError() : redisError(reason ?? error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** ioredis creates the instance itself, without arguments of ours. */
function connectorTo({ address, resolve }: Options) {
  return class GuardedConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    async connect() {
      this.connecting = true;
      const { host, port, secure } = address;
      const lookup = fixedLookup(await resolve(host));
      if (!this.connecting) throw closedError();
      // RFC 6066 section 3: an IP address is not a server name.
      const servername = isIP(host) === 0 ? host.replace(/\.$/, '') : '';
      this.stream = secure
        ? connectTls({ host, port, lookup, servername, rejectUnauthorized: true })
        : connectTcp({ host, port, lookup });
      return this.stream;
    }
  };
}

// cspell:words CLUSTERDOWN MISCONF NOPERM NOREPLICAS READONLY WRONGTYPE
/**
 * The meaning of replies, by the uppercase word that they begin with. The rest of a reply is not shown: some repeat the
 * command, and a server whose `AUTH` was renamed repeats the password.
 */
const REJECTIONS: Readonly<Record<string, string>> = {
  CLUSTERDOWN: 'The Redis Cluster is down (CLUSTERDOWN). Bring its nodes back.',
  LOADING: 'Redis is still loading its data (LOADING). Nothing to do: the service retries automatically.',
  MISCONF: 'Redis cannot save its data and rejects writes (MISCONF). Its log says why.',
  MOVED: 'The stream is on another node of a Redis Cluster (MOVED). Enter the URL of that node.',
  NOPERM: 'Redis does not permit the command to this user (NOPERM). Allow it the target and the commands of streams.',
  NOREPLICAS: 'Redis has too few replicas and rejects writes (NOREPLICAS). Bring them back.',
  OOM: 'Redis has no memory left (OOM). Trim its streams, or give it more.',
  READONLY: 'This Redis is a replica (READONLY). Enter the URL of its primary.',
  WRONGTYPE: 'The target is a key of another type (WRONGTYPE). Choose a stream.',
};

/** Converts an error of the network, of ioredis or of Redis. */
function redisError(error: unknown): BrokerError {
  if (error instanceof BrokerError) return error;
  const { message = '', code = '' } = error as { message?: string; code?: string };
  if (/^(NOAUTH|WRONGPASS|ERR invalid password|ERR AUTH)/.test(message)) {
    return new BrokerError('auth_failed', 'Redis rejected the username or password. Correct them in the URL.');
  }
  if (message.startsWith('ERR unknown command')) {
    const text = 'Redis does not know the command. It needs version 6.2 or later, and its commands by their own names.';
    return new BrokerError('rejected', text);
  }
  if (message.startsWith('ERR DB index')) {
    return new BrokerError('rejected', 'Redis has no database of this number. Correct it at the end of the URL.');
  }
  const [word] = /^[A-Z]{2,}(?= |$)/.exec(message) ?? [];
  if (word) return new BrokerError('rejected', REJECTIONS[word] ?? 'Redis rejected the command. Its log may say why.');
  return connectionError('Redis', code);
}
