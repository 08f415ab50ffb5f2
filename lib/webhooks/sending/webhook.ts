import { randomBytes } from 'node:crypto';
import type { BodyKind, WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';
import { headerProblem } from '#/lib/alarms/alarms/header-problem.ts';
import { webhookSignature } from '#/lib/webhooks/sending/webhook-signature.ts';

/** One attempt of an alarm. Instants are whole microseconds since 1970 UTC (safe integers). */
export type Firing = {
  alarmId: string;
  workspaceId: string;
  name: string | null;
  externalId: string | null;
  applicantService: string | null;
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text exactly as it was given, or null. Checked where it came in: it is put into bodies as it is. */
  payload: string | null;
  /** Set where the payload is a JSON string that stands for a body that is not JSON. */
  bodyKind: BodyKind | null;
  format: WebhookFormat;
  /** Whether `/{alarmId}` is added to the path of the URL. */
  appendId: boolean;
  /** The event that an endpoint receives, whose data is the payload; null for an alarm. */
  event: { type: string; at: string; delivery?: string } | null;
  /** From 1. */
  attempt: number;
  dueUs: number;
};

/**
 * What goes over the wire. `id` is the alarm's id, or for a resend the first delivery's: the same for every attempt.
 */
export type WebhookRequest = {
  id: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
};

/** What CloudEvents and Standard Webhooks call the firing of an alarm, as the feed does. */
const FIRED = 'alarm.fired';

/** Svix's library before 2.0 and others read what they verify as JSON, and reject an empty body for not being any. */
const NO_PAYLOAD = '{}';

/** Of raw bodies, unless the alarm's own headers say another. */
const CONTENT_TYPES = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  base64: 'application/octet-stream',
} as const;

const SECRET_BYTES = 32;

/** Methods whose content has no meaning (RFC 9110 sections 9.3.1, 9.3.2, 9.3.5, 9.3.7, 9.3.8): none is sent. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/**
 * The request of one attempt. `firedUs` is the instant of this attempt, in microseconds since 1970 UTC; `webhook-timestamp` is
 * its whole seconds. `secrets` are `whsec_…`, newest first; one signature each. `source` is the CloudEvents source, e.g.
 * the app's URL. Body and event attributes that name the event (id, source, time) are the same for every attempt.
 */
export function webhookRequest(
  firing: Firing,
  at: { firedUs: number },
  signing: { secrets: readonly string[]; source: string },
): WebhookRequest {
  const id = idOf(firing);
  const dueAt = rfc3339(firing.dueUs);
  const timestamp = String(Math.floor(at.firedUs / 1_000_000));
  const body = WITHOUT_BODY.has(firing.method) ? null : bodyOf(firing, at.firedUs, dueAt, signing.source);
  const headers: Record<string, string> = { 'user-agent': 'timer-service/1' };
  if (body !== null) headers['content-type'] = CONTENT_TYPES[firing.bodyKind ?? 'json'];
  addOwnHeaders(headers, firing.headers);
  if (body !== null && firing.format === 'standard') headers['content-type'] = 'application/json';
  if (body !== null && firing.format === 'cloudevents') headers['content-type'] = 'application/cloudevents+json';
  headers['webhook-id'] = id;
  headers['webhook-timestamp'] = timestamp;
  if (signing.secrets.length > 0) {
    headers['webhook-signature'] = webhookSignature(signing.secrets, id, timestamp, body ?? '');
  }
  if (!firing.event) headers['timer-alarm-id'] = id;
  headers['timer-due-at'] = dueAt;
  headers['timer-attempt'] = String(firing.attempt);
  if (firing.format === 'cloudevents-binary') addCloudEventHeaders(headers, firing, dueAt, signing.source);
  return { id, url: firing.appendId ? withId(firing.url, id) : firing.url, method: firing.method, headers, body };
}

function bodyOf(firing: Firing, firedUs: number, dueAt: string, source: string): string | Buffer {
  const { type, time } = eventOf(firing, dueAt);
  switch (firing.format) {
    case 'raw':
      return rawBody(firing);
    case 'standard':
      return `{"type":"${type}","timestamp":"${time}","data":${dataOf(firing, firedUs, dueAt)}}`;
    case 'cloudevents':
      return (
        `{"specversion":"1.0","id":${JSON.stringify(idOf(firing))},"source":${JSON.stringify(source)},` +
        `"type":"${type}","subject":${JSON.stringify(subjectOf(firing))},"time":"${time}",` +
        `"datacontenttype":"application/json","data":${dataOf(firing, firedUs, dueAt)}}`
      );
    case 'cloudevents-binary':
      return dataOf(firing, firedUs, dueAt);
  }
}

function rawBody({ payload, bodyKind }: Firing): string | Buffer {
  if (payload === null) return NO_PAYLOAD;
  if (bodyKind === null) return payload;
  const text = JSON.parse(payload) as string;
  return bodyKind === 'text' ? text : Buffer.from(text, 'base64');
}

/** The event's type and time for the formats: the endpoint's event, else the firing itself. */
function eventOf({ event }: Firing, dueAt: string) {
  return event ? { type: event.type, time: event.at } : { type: FIRED, time: dueAt };
}

/** The same for each attempt and each resend. */
function idOf({ event, alarmId }: Firing): string {
  return event?.delivery ?? alarmId;
}

/** Id of the timer, alarm or other thing that the event is about; the data of a delivery says it. */
function subjectOf({ event, payload, alarmId }: Firing): string {
  if (!event) return alarmId;
  return (JSON.parse(payload ?? '{}') as { subject_id?: string }).subject_id ?? alarmId;
}

/** Built by hand, so that the payload keeps its own numbers and spaces: 1.0 stays 1.0, and 2^60 stays what it is. */
function dataOf(firing: Firing, firedUs: number, dueAt: string): string {
  if (firing.event) return firing.payload ?? 'null';
  return (
    `{"alarm":{"id":${JSON.stringify(firing.alarmId)},"name":${JSON.stringify(firing.name)},` +
    `"external_id":${JSON.stringify(firing.externalId)},` +
    `"applicant_service":${JSON.stringify(firing.applicantService)},"due_at":"${dueAt}"` +
    `${firing.payload === null ? '' : `,"payload":${firing.payload}`}},` +
    `"workspace_id":${JSON.stringify(firing.workspaceId)},"attempt":${firing.attempt},` +
    `"fired_at":"${rfc3339(firedUs)}","lateness_ms":${(firedUs - firing.dueUs) / 1_000}}`
  );
}

function addOwnHeaders(headers: Record<string, string>, own: Readonly<Record<string, string>>): void {
  for (const name in own) {
    const value = own[name];
    if (value !== undefined && headerProblem(name, value) === null) headers[name.toLowerCase()] = value;
  }
}

/** Attributes as headers: CloudEvents 1.0.2, HTTP protocol binding, section 3.1.3. */
function addCloudEventHeaders(headers: Record<string, string>, firing: Firing, dueAt: string, source: string): void {
  const { type, time } = eventOf(firing, dueAt);
  headers['ce-specversion'] = '1.0';
  headers['ce-id'] = idOf(firing);
  headers['ce-source'] = source;
  headers['ce-type'] = type;
  headers['ce-subject'] = subjectOf(firing);
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
