import { type Alarm, shownStatus } from '#/lib/alarms/alarms/alarm.ts';
import { bodyFields } from '#/lib/alarms/alarms/alarm-body.ts';
import type { AlarmJson, ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { maskHeaders } from '#/lib/alarms/alarms/credential-headers.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import type { Actor } from '#/lib/context/context.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';

/** An alarm as the API shows it. Values of credentials are shown to their author, and masked for others. */
export function alarmJson(alarm: Alarm, nowUs: Micros, reader: Pick<Actor, 'userId' | 'credential'> | null): AlarmJson {
  const { settings } = alarm;
  const opened = reader && writerOf(reader) === alarm.createdBy ? openHeaders(settings, alarm.id) : null;
  return {
    ...listedAlarmJson(alarm, nowUs),
    headers: opened ?? maskHeaders(settings.headers ?? {}),
    ...bodyFields(alarm),
  };
}

/** `created_by` of whatever this caller creates: the API key, else the user. */
export function writerOf({ userId, credential }: Pick<Actor, 'userId' | 'credential'>): string {
  return credential.kind === 'api_key' ? credential.apiKeyId : userId;
}

/** An alarm as lists show it: without headers and payload, which may be large. */
export function listedAlarmJson(alarm: Alarm, nowUs: Micros): ListedAlarmJson {
  const { settings } = alarm;
  const address = parseBrokerAddress(alarm.url);
  return {
    id: alarm.id,
    status: shownStatus(alarm),
    due_at: formatMicros(alarm.dueUs),
    time_left_ms: timeLeftMs(alarm, nowUs),
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
    output_mode: address ? 'event' : (settings.output_mode ?? 'webhook'),
    url: address ? null : alarm.url,
    broker_id: address?.brokerId ?? null,
    target: address?.target ?? null,
    method: settings.method ?? 'POST',
    format: settings.format ?? 'raw',
    append_id: settings.append_id ?? false,
    retry: settings.retry ?? null,
    misfire: settings.misfire ?? null,
    jitter_ms: settings.spread_ms ?? 0,
    callback_url: settings.callback?.url ?? null,
    callback_of: settings.callback_of ?? null,
    dead_letter_of: settings.dead_letter_of ?? null,
    schedule_id: settings.schedule_id ?? null,
    run_at: settings.run_at ?? null,
    created_by: alarm.createdBy,
  };
}

/** Milliseconds until an alarm is due: none once it is, or once it has ended. */
export function timeLeftMs({ dueUs, finishedUs }: Pick<Alarm, 'dueUs' | 'finishedUs'>, nowUs: Micros): number {
  return finishedUs === null ? Math.ceil(Math.max(0, dueUs - nowUs) / MS_US) : 0;
}

function instant(us: Micros | null): string | null {
  return us === null ? null : formatMicros(us);
}

/** Server time in responses has milliseconds, as everywhere. */
export function serverTime(nowUs: Micros): string {
  return new Date(nowUs / MS_US).toISOString();
}
