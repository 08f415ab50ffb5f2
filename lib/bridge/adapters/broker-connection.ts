/** Message brokers that the bridge speaks to. */
export const BROKER_KINDS = ['redis', 'rabbitmq', 'nats'] as const;
export type BrokerKind = (typeof BROKER_KINDS)[number];

/** One event for a broker: its target (stream, queue or subject), its CloudEvents id, and the structured-mode JSON text. */
export type OutgoingMessage = { target: string; id: string; body: string };

/**
 * One event from a broker. The adapter needs `token` to acknowledge it. `headers` are those of the message, or the
 * other fields of an entry of a Redis stream, with names in lower case. `deliveries` counts this one: 1 at first.
 */
export type IncomingMessage = {
  token: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  deliveries: number;
};

/**
 * One process's connection to a broker. Dials when first needed and again after the connection was lost, so that calls
 * fail while the broker is down and work when it is back. Everything rejects with `BrokerError`.
 */
export type BrokerConnection = {
  /** Resolves once the broker has confirmed the message. Concurrent calls are pipelined. Aborting rejects as `timeout`. */
  publish: (message: OutgoingMessage, signal: AbortSignal) => Promise<void>;
  /**
   * Next messages for this consumer, at most `most`; waits up to `waitMs` for the first. Creates a missing stream,
   * queue or group, so that it begins with the oldest message. One call at a time.
   */
  consume: (target: string, options: { most: number; waitMs: number }) => Promise<IncomingMessage[]>;
  /** Acknowledges messages. Tokens of a connection that was lost are ignored: the broker redelivers those messages. */
  ack: (target: string, tokens: readonly string[]) => Promise<void>;
  /** Rejects messages: they are redelivered about a second later, or by the next `reclaim` where there is one. */
  reject: (target: string, tokens: readonly string[]) => Promise<void>;
  /** Messages whose consumer has not acknowledged them for `idleMs`. Brokers that redeliver by themselves return []. */
  reclaim: (target: string, options: { idleMs: number; most: number }) => Promise<IncomingMessage[]>;
  /** Messages not yet consumed or acknowledged; null where the broker does not say. */
  lag: (target: string) => Promise<number | null>;
  /** Resolves when the broker can be reached and accepts the credentials. */
  check: () => Promise<void>;
  /** Closes the connection. What is in flight fails as `closed`. Safe to call twice. */
  close: () => Promise<void>;
};

/** `rejected`: the broker was reached and rejected the call, e.g. for lack of memory or permissions. */
export const BROKER_ERROR_CODES = [
  'unreachable',
  'timeout',
  'auth_failed',
  'dns_failed',
  'blocked_address',
  'tls_failed',
  'url_invalid',
  'rejected',
  'closed',
] as const;
export type BrokerErrorCode = (typeof BROKER_ERROR_CODES)[number];

/** Why a broker could not be used. The message is a sentence for the owner of the broker, without credentials. */
export class BrokerError extends Error {
  readonly code: BrokerErrorCode;

  constructor(code: BrokerErrorCode, message: string) {
    // Without a cause: errors of the client libraries carry commands, and thus passwords.
    super(message);
    this.name = 'BrokerError';
    this.code = code;
  }
}

/** The error of calls on a closed connection, and of those in flight when it closed. */
export function closedError(): BrokerError {
  return new BrokerError('closed', 'The connection to the broker was closed here.');
}
