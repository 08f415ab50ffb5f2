import { randomBytes } from 'node:crypto';
import type { DueAlarm } from '#/lib/alarms/alarms/alarm.ts';
import { headerProblem } from '#/lib/alarms/alarms/header-problem.ts';
import type { Micros } from '#/lib/core/micros.ts';
import { currentJson, currentType } from '#/lib/feed/events/stored-event.ts';
import { webhookSignature } from '#/lib/webhooks/sending/webhook-signature.ts';

/** The request as sent over the wire. */
export type WebhookRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Connections and slots for name lookups are per tenant; without one, per origin. */
  tenant?: string | undefined;
};

/** The type of an alarm's firing in CloudEvents, Standard Webhooks and the feed. */
const FIRED = 'alarm.fired';

/** Svix's library before 2.0 and others read what they verify as JSON, and reject an empty body as invalid. */
const NO_PAYLOAD = '{}';

/** The type of raw bodies, unless the alarm's own headers set another. */
const CONTENT_TYPES = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  base64: 'application/octet-stream',
} as const;

const SECRET_BYTES = 32;

/** Methods whose content has no meaning (RFC 9110 sections 9.3.1, 9.3.2, 9.3.5, 9.3.7, 9.3.8): none is sent. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/**
 * The request of one attempt. The alarm's own headers are added where they are allowed. `webhook-id` is the alarm's id,
 * or for a resend the first delivery's: the same for every attempt; `webhook-timestamp` is the whole seconds of `firedUs`. `secrets` are `whsec_…`, newest first; one signature
 * each. `source` is the CloudEvents source, e.g. the app's URL. Body and event attributes that name the event (id, source,
 * time) are the same for every attempt.
 */
export function webhookRequest(
  alarm: DueAlarm,
  { url, headers: own, firedUs, tenant }: Omit<WebhookRequest, 'method' | 'body'> & { firedUs: Micros },
  { secrets, source }: { secrets: readonly string[]; source: string },
): WebhookRequest {
  const { method = 'POST', format, append_id: appendsId } = alarm.settings;
  const id = idOf(alarm);
  const dueAt = rfc3339(alarm.dueUs);
  const timestamp = String(Math.floor(firedUs / 1_000_000));
  const body = WITHOUT_BODY.has(method) ? null : bodyOf(alarm, firedUs, dueAt, source);
  const headers: Record<string, string> = { 'user-agent': 'timer-service/1' };
  if (body !== null) headers['content-type'] = CONTENT_TYPES[alarm.settings.body ?? 'json'];
  addOwnHeaders(headers, own);
  if (body !== null && format === 'standard') headers['content-type'] = 'application/json';
  if (body !== null && format === 'cloudevents') headers['content-type'] = 'application/cloudevents+json';
  headers['webhook-id'] = id;
  headers['webhook-timestamp'] = timestamp;
  if (secrets.length > 0) headers['webhook-signature'] = webhookSignature(secrets, id, timestamp, body ?? '');
  if (!alarm.settings.event) headers['timer-alarm-id'] = id;
  headers['timer-due-at'] = dueAt;
  headers['timer-attempt'] = String(alarm.attempt);
  if (format === 'cloudevents-binary') addCloudEventHeaders(headers, alarm, dueAt, source);
  return { url: appendsId ? withId(url, id) : url, method, headers, body, tenant };
}

function bodyOf(alarm: DueAlarm, firedUs: Micros, dueAt: string, source: string): string | Buffer {
  const { type, time } = eventOf(alarm, dueAt);
  switch (alarm.settings.format) {
    case 'standard':
      return `{"type":"${type}","timestamp":"${time}","data":${dataOf(alarm, firedUs, dueAt)}}`;
    case 'cloudevents':
      return (
        `{"specversion":"1.0","id":${JSON.stringify(idOf(alarm))},"source":${JSON.stringify(source)},` +
        `"type":"${type}","subject":${JSON.stringify(subjectOf(alarm))},"time":"${time}",` +
        `"datacontenttype":"application/json","data":${dataOf(alarm, firedUs, dueAt)}}`
      );
    case 'cloudevents-binary':
      return dataOf(alarm, firedUs, dueAt);
    default:
      return rawBody(alarm);
  }
}

function rawBody({ payload, settings }: DueAlarm): string | Buffer {
  if (payload === null) return NO_PAYLOAD;
  if (settings.body === undefined) return payload;
  const text = JSON.parse(payload) as string;
  return settings.body === 'text' ? text : Buffer.from(text, 'base64');
}

/** The event's type and time for the formats: the endpoint's event, else the firing itself. */
function eventOf({ settings: { event } }: DueAlarm, dueAt: string) {
  return event ? { type: currentType(event.type), time: event.at } : { type: FIRED, time: dueAt };
}

/** The same for each attempt and each resend. */
function idOf({ settings, id }: DueAlarm): string {
  return settings.event?.delivery ?? id;
}

/** Id of the timer, alarm or other thing that the event is about; the data of a delivery contains it. */
function subjectOf({ settings, payload, id }: DueAlarm): string {
  if (!settings.event) return id;
  return (JSON.parse(payload ?? '{}') as { subject_id?: string }).subject_id ?? id;
}

/** Built by hand, so that the payload keeps its numbers and spaces: 1.0 stays 1.0, and 2^60 stays what it is. */
function dataOf(alarm: DueAlarm, firedUs: Micros, dueAt: string): string {
  const { event } = alarm.settings;
  if (event) return alarm.payload === null ? 'null' : currentJson(event.type, alarm.payload);
  return (
    `{"alarm":{"id":${JSON.stringify(alarm.id)},"name":${JSON.stringify(alarm.name)},` +
    `"external_id":${JSON.stringify(alarm.externalId)},` +
    `"applicant_service":${JSON.stringify(alarm.settings.applicant_service ?? null)},"due_at":"${dueAt}"` +
    `${alarm.payload === null ? '' : `,"payload":${alarm.payload}`}},` +
    `"workspace_id":${JSON.stringify(alarm.workspaceId)},"attempt":${alarm.attempt},` +
    `"fired_at":"${rfc3339(firedUs)}","lateness_ms":${(firedUs - alarm.dueUs) / 1_000}}`
  );
}

function addOwnHeaders(headers: Record<string, string>, own: Readonly<Record<string, string>>): void {
  for (const name in own) {
    const value = own[name];
    if (value !== undefined && headerProblem(name, value) === null) headers[name.toLowerCase()] = value;
  }
}

/** Attributes as headers: CloudEvents 1.0.2, HTTP protocol binding, section 3.1.3. */
function addCloudEventHeaders(headers: Record<string, string>, alarm: DueAlarm, dueAt: string, source: string): void {
  const { type, time } = eventOf(alarm, dueAt);
  headers['ce-specversion'] = '1.0';
  headers['ce-id'] = idOf(alarm);
  headers['ce-source'] = source;
  headers['ce-type'] = type;
  headers['ce-subject'] = subjectOf(alarm);
  headers['ce-time'] = time;
}

/** RFC 3339 in UTC, to the microsecond. */
function rfc3339(us: number): string {
  const ms = Math.floor(us / 1_000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(us - ms * 1_000).padStart(3, '0')}Z`;
}

function withId(url: string, id: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return `${path}${path.endsWith('/') ? '' : '/'}${id}${end === -1 ? '' : url.slice(end)}`;
}

/** A new secret to sign with: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
