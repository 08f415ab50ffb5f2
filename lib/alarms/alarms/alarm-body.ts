import { type AlarmSettings, hasNoBody } from '#/lib/alarms/alarms/alarm.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { bytesOf, isTooLarge, LARGEST_BODY_BYTES, payloadText } from '#/lib/alarms/alarms/payload.ts';
import type { FieldProblem } from '#/lib/core/errors.ts';
import { parseExactly } from '#/lib/core/exact-json.ts';

/** What an alarm sends: JSON, text as it is, or bytes in base64. At most one of them. */
export type BodyInput = Pick<CreateAlarmInput, 'payload' | 'body' | 'body_base64'>;
type StoredBody = { payload: string | null; settings: Pick<AlarmSettings, 'body'> };

const FIELDS = ['payload', 'body', 'body_base64'] as const;

/** The body as a row stores it: as JSON, and its kind where it is not JSON itself. */
export function storedBody({ payload, body, body_base64: base64 }: BodyInput): StoredBody {
  if (body !== undefined) return { payload: JSON.stringify(body), settings: { body: 'text' } };
  if (base64 !== undefined) return { payload: JSON.stringify(base64), settings: { body: 'base64' } };
  return { payload: payloadText(payload), settings: {} };
}

/** The body as responses show it, in the field it was sent in; no field when there is none. */
export function bodyFields({ payload, settings }: StoredBody): BodyInput {
  if (payload === null) return {};
  if (settings.body === undefined) return { payload: parseExactly(payload) };
  const text = JSON.parse(payload) as string;
  return settings.body === 'text' ? { body: text } : { body_base64: text };
}

/** The body fields that the input sets; null when it sets none. A payload of null counts as set. */
export function givenBody(input: BodyInput): BodyInput | null {
  const given = FIELDS.filter((field) => input[field] !== undefined);
  return given.length === 0 ? null : Object.fromEntries(given.map((field) => [field, input[field]]));
}

/** Why this body can't be sent as requested. */
export function bodyProblems(input: BodyInput & Pick<CreateAlarmInput, 'format' | 'method'>): FieldProblem[] {
  const [first, second] = FIELDS.filter((field) => input[field] !== undefined);
  if (second) return [{ pointer: `/${second}`, detail: `can’t be combined with ${first}` }];
  if (!first || first === 'payload') return [];
  const { format = 'raw', method = 'POST' } = input;
  const detail =
    (format !== 'raw' && `needs format raw: ${format} wraps JSON`) ||
    (hasNoBody(method) && `needs a method that carries a body, which ${method} does not. Use POST, PUT or PATCH`);
  return detail ? [{ pointer: `/${first}`, detail }] : [];
}

/** Why these headers can't be sent with this body: workers hold both while they send. */
export function headersTooLarge(
  headers: Readonly<Record<string, string>> | undefined,
  { payload, body, body_base64: base64 }: BodyInput,
): FieldProblem[] {
  if (!headers) return [];
  const sent = base64 === undefined ? (body ?? payloadText(payload) ?? '') : '';
  const room = LARGEST_BODY_BYTES - bytesOf(base64 ?? '');
  if (!isTooLarge(`${sent}${Object.entries(headers).flat().join('')}`, room)) return [];
  return [{ pointer: '/headers', detail: 'must be at most 64 KB together with the body' }];
}
