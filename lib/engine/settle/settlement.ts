import {
  type AttemptVerdict,
  type EndReason,
  type NextState,
  nextState,
  type RetryPolicy,
} from '#/lib/alarms/alarms/alarm.ts';
import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import type { BrokerDelivery, Delivery } from '#/lib/webhooks/sending/delivery.ts';
import type { Firing } from '#/lib/webhooks/sending/webhook.ts';

/** How a claimed alarm goes on. Without an end it is scheduled again for `nextAttemptUs`. */
export type Settlement = {
  claim: Claim;
  end: { status: 'delivered' | 'dead' | 'aborted'; reason: EndReason } | null;
  nextAttemptUs: Micros | null;
  /** The attempt as the log stores it; null when there was none. */
  attempt: Attempt | null;
};

/** Instants of one attempt, and how long it took by the monotonic clock: the database's may have been set meanwhile. */
export type Times = { startedUs: Micros; sentUs: Micros | null; endedUs: Micros; durationUs: number };

/**
 * What becomes of an alarm after a delivery: 2xx and a broker's confirmation are success, 410 and a broker that was
 * deleted end it, anything else is retried while attempts remain.
 */
export function settle(
  claim: Claim,
  delivery: Delivery | BrokerDelivery,
  times: Times,
  { policy, random }: { policy: RetryPolicy; random: number },
): Settlement {
  const outcome = verdictOf(delivery);
  const after = nextState({ ...claim, attempts: claim.attempt }, outcome, {
    nowUs: times.endedUs,
    random,
    policy,
  });
  const nextAttemptUs = after.kind === 'retry' ? after.nextAttemptUs : null;
  return {
    claim,
    end: endOf(after),
    nextAttemptUs,
    attempt: {
      alarmId: claim.id,
      attempt: claim.attempt,
      startedUs: times.startedUs,
      sentUs: times.sentUs,
      durationUs: times.durationUs,
      outcome: outcome.isDelivered || delivery.kind === 'confirmed' ? 'delivered' : delivery.kind,
      statusCode: delivery.kind === 'answered' ? delivery.status : null,
      detail: 'detail' in delivery ? delivery.detail : null,
      address: 'address' in delivery ? delivery.address : null,
      excerpt: delivery.kind === 'answered' ? delivery.excerpt : null,
      nextAttemptUs,
    },
  };
}

function verdictOf(delivery: Delivery | BrokerDelivery): AttemptVerdict {
  if (delivery.kind !== 'answered') {
    const isGone = 'isGone' in delivery && delivery.isGone === true;
    return { isDelivered: delivery.kind === 'confirmed', isGone, retryAfterMs: null };
  }
  const { status, retryAfterMs } = delivery;
  return { isDelivered: status >= 200 && status < 300, isGone: status === 410, retryAfterMs };
}

function endOf(after: NextState): Settlement['end'] {
  if (after.kind === 'delivered') return { status: 'delivered', reason: 'delivered' };
  return after.kind === 'dead' ? { status: 'dead', reason: after.reason } : null;
}

/** So many attempts beyond its own may be lost with their workers. */
const MOST_LOST = 5;

/** How an alarm ends whose attempts are used up without a result, as when each attempt takes its worker down; else null. */
export function lostTooOften({ attempt, maxAttempts }: Claim): Settlement['end'] {
  return attempt > maxAttempts + MOST_LOST ? { status: 'dead', reason: 'exhausted' } : null;
}

/** Its endpoint was deleted or disabled meanwhile: it has nothing to be signed with, and nobody waits for it. */
export function unwanted(claim: Claim): Settlement {
  return { claim, end: { status: 'aborted', reason: 'aborted' }, nextAttemptUs: null, attempt: null };
}

/** An event is delivered by being written. */
export function published(claim: Claim, nowUs: Micros): Settlement {
  return {
    claim,
    end: { status: 'delivered', reason: 'delivered' },
    nextAttemptUs: null,
    attempt: {
      alarmId: claim.id,
      attempt: claim.attempt,
      startedUs: nowUs,
      sentUs: nowUs,
      durationUs: 0,
      outcome: 'delivered',
      statusCode: null,
      detail: null,
      address: null,
      excerpt: null,
      nextAttemptUs: null,
    },
  };
}

/**
 * Milliseconds from when an attempt was due to when its first byte was sent, or null when none was. The first is
 * measured against the alarm's due time, whatever parked it meanwhile; but an alarm that waited in the queue of a
 * paused or limited receiver against the instant it was released.
 */
export function latenessMs({ claim, attempt }: Settlement): number | null {
  if (attempt?.sentUs == null) return null;
  const isOnTime = claim.attempt === 1 && claim.receiverId === null;
  return (attempt.sentUs - (isOnTime ? claim.dueUs : claim.attemptUs)) / MS_US;
}

/**
 * Milliseconds from when an alarm could be fired to when the engine began to, or null where that says nothing of the
 * engine: of later attempts, and of what its own receiver or workspace held up or its queue let out. Reaching the
 * receiver is not included, and an alarm created after its due time is late through nobody's fault.
 */
export function engineLatenessMs({ claim, attempt }: Settlement): number | null {
  const { dueUs, createdUs, attemptUs, wasHeld, receiverId } = claim;
  if (!attempt || claim.attempt > 1 || wasHeld || receiverId !== null || attemptUs !== dueUs) return null;
  return Math.max(0, attempt.startedUs - Math.max(dueUs, createdUs)) / MS_US;
}

/**
 * The outcome of an attempt whose headers can't be decrypted. It is retried: whoever changed the secret may change it
 * back.
 */
export const HEADERS_UNREADABLE: Delivery = {
  kind: 'protocol_error',
  detail: 'AUTH_SECRET has changed since, so the headers can’t be read anymore. Create the alarm again.',
  address: null,
  sentAtMs: null,
  durationMs: 0,
};

/** The parts of a claimed alarm that its webhook needs. */
export function firingOf(claim: Claim, url: string, headers: Firing['headers']): Firing {
  const { settings } = claim;
  return {
    alarmId: claim.id,
    workspaceId: claim.workspaceId,
    name: claim.name,
    externalId: claim.externalId,
    applicantService: settings.applicant_service ?? null,
    url,
    method: settings.method ?? 'POST',
    headers,
    payload: claim.payload,
    bodyKind: settings.body ?? null,
    format: settings.format ?? 'raw',
    appendId: settings.append_id ?? false,
    event: settings.event ?? null,
    attempt: claim.attempt,
    dueUs: claim.dueUs,
  };
}
