import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';

/** An attempt as the API shows it. `dueUs` is the alarm's due time, which the first attempt is measured against. */
export function attemptJson(attempt: Attempt, dueUs: Micros): AttemptJson {
  const { sentUs } = attempt;
  return {
    attempt: attempt.attempt,
    started_at: formatMicros(attempt.startedUs),
    sent_at: sentUs === null ? null : formatMicros(sentUs),
    lateness_ms: attempt.attempt === 1 && sentUs !== null ? (sentUs - dueUs) / MS_US : null,
    duration_ms: attempt.durationUs / MS_US,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    detail: attempt.detail,
    address: attempt.address,
    response_excerpt: attempt.excerpt,
    next_attempt_at: attempt.nextAttemptUs === null ? null : formatMicros(attempt.nextAttemptUs),
  };
}
