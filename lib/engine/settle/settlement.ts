import { type AlarmEnd, nextState, type RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import type { AttemptResult } from '#/lib/webhooks/sending/attempt-result.ts';

/** How a claimed alarm continues. Without an end, it is scheduled again for `nextAttemptUs`. */
export type Settlement = {
  claim: Claim;
  end: AlarmEnd | null;
  nextAttemptUs: Micros | null;
  /** The attempt as the log stores it; null when there was none. */
  attempt: Attempt | null;
};

/**
 * What becomes of an alarm after an attempt: 2xx and a broker's confirmation are success, 410 and a broker that was
 * deleted end it, anything else is retried while attempts remain. `durationUs` is by the monotonic clock: the database's
 * may have been set meanwhile.
 */
export function settle(
  claim: Claim,
  result: AttemptResult,
  times: { startedUs: Micros; sentUs: Micros | null; endedUs: Micros; durationUs: number },
  { policy, random }: { policy: RetryPolicy; random: number },
): Settlement {
  const response = result.kind === 'responded' ? result : null;
  const isDelivered = response ? response.status >= 200 && response.status < 300 : result.kind === 'confirmed';
  const isGone = response ? response.status === 410 : 'isGone' in result;
  const retryAfterMs = response?.retryAfterMs ?? null;
  const decide = { nowUs: times.endedUs, random, policy };
  const { end, nextAttemptUs } = nextState(claim, { isDelivered, isGone, retryAfterMs }, decide);
  return {
    claim,
    end,
    nextAttemptUs,
    attempt: {
      alarmId: claim.id,
      attempt: claim.attempt,
      startedUs: times.startedUs,
      sentUs: times.sentUs,
      durationUs: times.durationUs,
      outcome: isDelivered || result.kind === 'confirmed' ? 'delivered' : result.kind,
      statusCode: response?.status ?? null,
      detail: 'detail' in result ? result.detail : null,
      address: 'address' in result ? result.address : null,
      excerpt: response?.excerpt ?? null,
      nextAttemptUs,
    },
  };
}

/** How many attempts beyond an alarm's own may be lost with their workers. */
const MAX_LOST = 5;

/** How an alarm ends whose attempts are used up without a result, as when each attempt takes its worker down; else null. */
export function lostTooOften({ attempt, maxAttempts }: Claim): AlarmEnd | null {
  return attempt > maxAttempts + MAX_LOST ? { status: 'dead', reason: 'exhausted' } : null;
}

/** Its endpoint was deleted or disabled meanwhile: there is nothing to sign it with, and no endpoint waits for it. */
export function abortedSettlement(claim: Claim): Settlement {
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
 * measured against the alarm's due time, however long it was parked; an alarm that waited in the queue of a paused or
 * limited receiver is measured against the instant it was released.
 */
export function latenessMs({ claim, attempt }: Settlement): number | null {
  if (attempt?.sentUs == null) return null;
  const isOnTime = claim.attempt === 1 && claim.receiverId === null;
  return (attempt.sentUs - (isOnTime ? claim.dueUs : claim.attemptUs)) / MS_US;
}

/**
 * Milliseconds from when an alarm could be fired to when the engine began to, or null where that says nothing about the
 * engine: for later attempts, and for alarms that their receiver, workspace or queue held up. Connecting to the
 * receiver is not included, and an alarm created after its due time is not the engine's lateness.
 */
export function engineLatenessMs({ claim, attempt }: Settlement): number | null {
  const { dueUs, createdUs, attemptUs, wasHeld, receiverId } = claim;
  if (!attempt || claim.attempt > 1 || wasHeld || receiverId !== null || attemptUs !== dueUs) return null;
  return Math.max(0, attempt.startedUs - Math.max(dueUs, createdUs)) / MS_US;
}
