import type { CurlRequest } from '#/components/alarms/drawer/to-curl.ts';
import { hasNoBody } from '#/lib/alarms/alarms/alarm.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

/** Filled in when it is sent. */
const LATER = '…';

type Sent = Pick<
  AlarmJson,
  | 'id'
  | 'url'
  | 'method'
  | 'headers'
  | 'payload'
  | 'body'
  | 'body_base64'
  | 'callback_of'
  | 'created_at'
  | 'format'
  | 'append_id'
  | 'name'
  | 'external_id'
  | 'applicant_service'
  | 'due_at'
  | 'attempts'
>;

/** The URL that is called. */
export function calledUrl({ url, append_id, id }: Pick<AlarmJson, 'url' | 'append_id' | 'id'>): string {
  if (url === null) return '';
  if (!append_id) return url;
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return `${path.replace(/\/$/, '')}/${id}${end === -1 ? '' : url.slice(end)}`;
}

/** The body as sent, bytes in base64, without values known only at sending; null if there is none. */
export function requestBody(alarm: Sent): string | null {
  if (hasNoBody(alarm.method)) return null;
  const text = alarm.body ?? alarm.body_base64;
  if (text !== undefined) return text;
  if (alarm.callback_of !== null) return JSON.stringify(callbackEnvelope(alarm), null, 2);
  if (alarm.format === 'raw') return JSON.stringify(alarm.payload === undefined ? {} : alarm.payload, null, 2);
  return JSON.stringify(envelope(alarm), null, 2);
}

/** For an alarm that reports the end of another one: it was created when that one ended. */
function callbackEnvelope({ payload, created_at }: Sent): object {
  const { alarm } = payload as { alarm: { status: string } };
  return { type: `alarm.${alarm.status}`, timestamp: created_at, data: payload };
}

function envelope(sent: Sent): object {
  const { id, name, external_id, applicant_service, due_at, payload } = sent;
  const alarm = { id, name, external_id, applicant_service, due_at, payload };
  const attempt = Math.max(1, sent.attempts);
  const data = { alarm, workspace_id: LATER, attempt, fired_at: LATER, lateness_ms: LATER };
  if (sent.format === 'standard') return { type: 'alarm.fired', timestamp: due_at, data };
  if (sent.format === 'cloudevents-binary') return data;
  return {
    specversion: '1.0',
    id,
    source: LATER,
    type: 'alarm.fired',
    subject: id,
    time: due_at,
    datacontenttype: 'application/json',
    data,
  };
}

/** The headers as sent, own ones first, then those that identify the firing. */
export function requestHeaders(alarm: Sent): Record<string, string> {
  const { id, due_at, attempts, format } = alarm;
  const hasBody = requestBody(alarm) !== null;
  return {
    ...(hasBody && { 'content-type': contentType(alarm) }),
    ...lowerCased(alarm.headers),
    'webhook-id': id,
    'webhook-timestamp': LATER,
    'webhook-signature': `v1,${LATER}`,
    'timer-alarm-id': id,
    'timer-due-at': due_at,
    'timer-attempt': String(Math.max(1, attempts)),
    ...(format === 'cloudevents-binary' && {
      'ce-specversion': '1.0',
      'ce-id': id,
      'ce-source': LATER,
      'ce-type': 'alarm.fired',
      'ce-subject': id,
      'ce-time': due_at,
    }),
  };
}

function contentType({ format, body, body_base64: base64 }: Sent): string {
  if (body !== undefined) return 'text/plain; charset=utf-8';
  if (base64 !== undefined) return 'application/octet-stream';
  return format === 'cloudevents' ? 'application/cloudevents+json' : 'application/json';
}

/** The same call with cURL. It is not signed: the secret does not leave the server. */
export function requestCall(alarm: Sent): CurlRequest {
  const headers = Object.entries(requestHeaders(alarm)).filter(([, value]) => !value.includes(LATER));
  return {
    method: alarm.method,
    url: calledUrl(alarm),
    headers: Object.fromEntries(headers),
    body: requestBody(alarm),
    isBase64: alarm.body_base64 !== undefined,
  };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
