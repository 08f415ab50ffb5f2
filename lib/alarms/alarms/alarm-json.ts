import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { parseExactly } from '#/lib/core/exact-json.ts';
import { formatMicros, type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';

/** An alarm as the API shows it. */
export function alarmJson(alarm: Alarm, nowUs: Micros): AlarmJson {
  const { settings } = alarm;
  return {
    id: alarm.id,
    status: alarm.status,
    due_at: formatMicros(alarm.dueUs),
    ...timeLeft(alarm, nowUs),
    next_attempt_at: instant(alarm.nextAttemptUs),
    deadline: instant(alarm.deadlineUs),
    created_at: formatMicros(alarm.createdUs),
    finished_at: instant(alarm.finishedUs),
    sent_at: instant(alarm.sentUs),
    lateness_ms: alarm.status === 'delivered' && alarm.sentUs !== null ? (alarm.sentUs - alarm.dueUs) / MS_US : null,
    version: alarm.version,
    attempts: alarm.attempts,
    max_attempts: alarm.maxAttempts,
    end_reason: alarm.endReason,
    name: alarm.name,
    external_id: alarm.externalId,
    applicant_service: settings.applicant_service ?? null,
    output_mode: settings.output_mode ?? 'webhook',
    url: alarm.url,
    method: settings.method ?? 'POST',
    headers: settings.headers ?? {},
    format: settings.format ?? 'raw',
    append_id: settings.append_id ?? false,
    payload: alarm.payload === null ? null : parseExactly(alarm.payload),
    retry: settings.retry ?? null,
    misfire: settings.misfire ?? null,
    spread_ms: settings.spread_ms ?? 0,
    created_by: alarm.createdBy,
  };
}

/** Time until an alarm is due: none once it is, or once it has ended. */
export function timeLeft({ dueUs, finishedUs }: Pick<Alarm, 'dueUs' | 'finishedUs'>, nowUs: Micros) {
  const leftUs = finishedUs === null ? Math.max(0, dueUs - nowUs) : 0;
  return { time_left: Math.ceil(leftUs / SECOND_US), time_left_ms: Math.ceil(leftUs / MS_US) };
}

function instant(us: Micros | null): string | null {
  return us === null ? null : formatMicros(us);
}
