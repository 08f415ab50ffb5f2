import type { Micros } from '#/lib/core/micros.ts';

/**
 * The outcome of an attempt: `delivered` (2xx, published, or confirmed by a broker), `answered` with another status,
 * `rejected` by a broker, or why there was no response.
 */
export const ATTEMPT_OUTCOMES = [
  'delivered',
  'answered',
  'timeout',
  'connection_refused',
  'connection_reset',
  'dns_failed',
  'tls_failed',
  'blocked_address',
  'url_invalid',
  'protocol_error',
  'rejected',
  'stopped',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** One attempt to deliver an alarm. */
export type Attempt = {
  alarmId: string;
  attempt: number;
  startedUs: Micros;
  /** First byte sent; null when nothing was. */
  sentUs: Micros | null;
  durationUs: number;
  outcome: AttemptOutcome;
  statusCode: number | null;
  detail: string | null;
  address: string | null;
  excerpt: string | null;
  nextAttemptUs: Micros | null;
};
