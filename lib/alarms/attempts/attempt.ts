import type { Micros } from '#/lib/core/micros.ts';

/**
 * The outcome of an attempt: `delivered` (2xx, published, or confirmed by a broker), `responded` with another status,
 * `rejected` by a broker, or why there was no response.
 */
export const ATTEMPT_OUTCOMES = [
  'delivered',
  'responded',
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

/** Rows keep their word of before 1.0 for `responded`: processes of the previous version write and read them too. */
const STORED_RESPONDED = 'answered';
/** An outcome as rows of `alarm_attempts` store it. */
export type StoredOutcome = Exclude<AttemptOutcome, 'responded'> | typeof STORED_RESPONDED;

export function storedOutcome(outcome: AttemptOutcome): StoredOutcome {
  return outcome === 'responded' ? STORED_RESPONDED : outcome;
}

export function currentOutcome(stored: StoredOutcome): AttemptOutcome {
  return stored === STORED_RESPONDED ? 'responded' : stored;
}

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
