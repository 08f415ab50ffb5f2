import type { AttemptOutcome } from '#/lib/alarms/attempts/attempt.ts';

/**
 * The outcome of one attempt. Durations and `sentAtMs` are milliseconds on the monotonic clock: `durationMs` counts
 * from the call, `sentAtMs` (null: never) is when a request was handed to the socket, or a broker confirmed its event.
 * `address` is the IP address that was dialed, when a connection was attempted.
 */
export type AttemptResult = WebhookResult | BrokerResult;

export type WebhookResult =
  | {
      kind: 'responded';
      status: number;
      /** The wait that the receiver requested with Retry-After, at most a day. */
      retryAfterMs: number | null;
      address: string | null;
      /** The beginning of the response body, as text that Postgres can hold. */
      excerpt: string | null;
      sentAtMs: number;
      durationMs: number;
    }
  | { kind: FailureKind; detail: string; address: string | null; sentAtMs: number | null; durationMs: number };

/**
 * `isGone`: the broker no longer exists, so no attempt follows. `stopped`: it may have been published, and is attempted
 * again.
 */
export type BrokerResult =
  | { kind: 'confirmed'; sentAtMs: number; durationMs: number }
  | { kind: FailureKind; detail: string; sentAtMs: null; durationMs: number; isGone?: true };

export type FailureKind = Exclude<AttemptOutcome, 'delivered' | 'responded'>;

/** A failure whose kind is known where it is thrown. The message is a sentence for the owner of the alarm. */
export class DeliveryFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'DeliveryFailure';
    this.kind = kind;
  }
}

/** Error codes of Node, libuv and undici and what they mean for the delivery. */
const BY_CODE: Readonly<Record<string, readonly [FailureKind, string]>> = {
  ECONNREFUSED: ['connection_refused', 'Nothing is listening at this address and port.'],
  EHOSTUNREACH: ['connection_refused', 'There is no route to this address.'],
  ENETUNREACH: ['connection_refused', 'There is no route to the network of this address.'],
  EHOSTDOWN: ['connection_refused', 'The host is down.'],
  EADDRNOTAVAIL: ['connection_refused', 'This address can’t be reached from here.'],
  EACCES: ['connection_refused', 'The network here doesn’t allow connections to this address.'],
  EPERM: ['connection_refused', 'The network here doesn’t allow connections to this address.'],
  EMFILE: ['connection_refused', 'The service has no free socket at the moment.'],
  ENFILE: ['connection_refused', 'The service has no free socket at the moment.'],
  ETIMEDOUT: ['timeout', 'The network gave up waiting for the receiver.'],
  ECONNRESET: ['connection_reset', 'The connection was reset before the response was complete.'],
  ECONNABORTED: ['connection_reset', 'The connection was aborted before the response was complete.'],
  EPIPE: ['connection_reset', 'The receiver closed the connection while the request was being sent.'],
  UND_ERR_SOCKET: ['connection_reset', 'The receiver closed the connection before the response was complete.'],
  UND_ERR_HEADERS_OVERFLOW: ['protocol_error', 'The headers of the response are too large.'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['protocol_error', 'The response doesn’t have the length it announced.'],
  HPE_INVALID_EOF_STATE: ['connection_reset', 'The connection was closed in the middle of the response.'],
  UND_ERR_DESTROYED: ['stopped', 'The sender was closed.'],
  UND_ERR_CLOSED: ['stopped', 'The sender was closed.'],
};

/** Converts any network error to a failure. Never throws. */
export function failureOf(error: Error & { code?: unknown }): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const code = typeof error.code === 'string' ? error.code : '';
  // undici's messages for an upgrade, or a response to no request.
  if (code === 'UND_ERR_SOCKET' && error.message.startsWith('bad ')) {
    return new DeliveryFailure('protocol_error', 'The receiver sent an unexpected response.', error);
  }
  const known = BY_CODE[code];
  if (known) return new DeliveryFailure(known[0], known[1], error);
  if (code.startsWith('HPE_')) {
    return new DeliveryFailure('protocol_error', `The response is not HTTP/1.1: ${error.message}.`, error);
  }
  return new DeliveryFailure('protocol_error', `The request failed: ${error.message}.`, error);
}
