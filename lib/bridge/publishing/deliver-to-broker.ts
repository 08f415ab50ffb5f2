import {
  type BrokerConnection,
  BrokerError,
  type BrokerErrorCode,
  type OutgoingMessage,
} from '#/lib/bridge/adapters/broker-connection.ts';
import { lateError } from '#/lib/bridge/adapters/connection-error.ts';
import { withinTime } from '#/lib/bridge/adapters/within-time.ts';
import type { BrokerResult, FailureKind } from '#/lib/webhooks/sending/attempt-result.ts';

/** How the log of attempts shows a broker's error. */
const OUTCOMES: Record<BrokerErrorCode, FailureKind> = {
  unreachable: 'connection_refused',
  timeout: 'timeout',
  auth_failed: 'rejected',
  dns_failed: 'dns_failed',
  blocked_address: 'blocked_address',
  tls_failed: 'tls_failed',
  url_invalid: 'url_invalid',
  rejected: 'rejected',
  closed: 'stopped',
};

type Within = { timeoutMs: number; monotonic: () => number };

/**
 * Publishes one event and waits for the broker's confirmation, for at most `timeoutMs`; without an event it only checks
 * that the broker can be reached. Outcomes are data: it rejects only with errors of the service itself.
 */
export async function deliverToBroker(
  connection: Pick<BrokerConnection, 'publish' | 'check'>,
  message: OutgoingMessage | null,
  { timeoutMs, monotonic }: Within,
): Promise<BrokerResult> {
  const beganMs = monotonic();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await (message
      ? connection.publish(message, signal)
      : withinTime(connection.check(), signal, () => lateError('The broker')));
    const sentAtMs = monotonic();
    return { kind: 'confirmed', sentAtMs, durationMs: sentAtMs - beganMs };
  } catch (error) {
    return failedResult(error, monotonic() - beganMs);
  }
}

/** An error of a broker as an outcome. @throws any other error */
export function failedResult(error: unknown, durationMs: number): BrokerResult {
  if (!(error instanceof BrokerError)) throw error;
  return { kind: OUTCOMES[error.code], detail: error.message, sentAtMs: null, durationMs };
}

/** The outcome where a broker's URL can't be decrypted. It is retried, since the secret may be changed back. */
export const URL_UNREADABLE = {
  kind: 'url_invalid',
  detail: 'AUTH_SECRET has changed since, so the URL of the broker can’t be read anymore. Enter it again.',
  sentAtMs: null,
  durationMs: 0,
} as const satisfies BrokerResult;

/** The outcome where the broker was deleted. */
export const BROKER_GONE: BrokerResult = {
  kind: 'url_invalid',
  detail: 'The broker was deleted. Name another one.',
  sentAtMs: null,
  durationMs: 0,
  isGone: true,
};
