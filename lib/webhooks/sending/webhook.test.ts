import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { WEBHOOK_FORMATS } from '#/lib/alarms/alarms/alarm.ts';
import { headerProblem } from '#/lib/alarms/alarms/header-problem.ts';
import { newWebhookSecret } from '#/lib/webhooks/sending/webhook.ts';
import { webhookSignature } from '#/lib/webhooks/sending/webhook-signature.ts';
import { requestOf, type SentAlarm } from '#/test/webhooks/request-of.ts';

const ID = '0199a3c4-7c11-7000-8000-000000000001';
/** 2026-03-10T09:00:00.000123Z, and 12.5 ms later. */
const DUE_US = Date.UTC(2026, 2, 10, 9) * 1_000 + 123;
const FIRED_US = DUE_US + 12_500;
const SIGNING = { secrets: [newWebhookSecret()], source: 'https://timers.example.com' };

const ALARM: SentAlarm = {
  id: ID,
  workspaceId: 'w-1',
  name: 'Tea "Earl Grey"\n☕',
  externalId: 'INV-0417',
  applicantService: 'kitchen',
  url: 'https://example.com/hook',
  method: 'POST',
  headers: {},
  payload: '{ "n": 1.0, "big": 1152921504606846977 }',
  bodyKind: null,
  format: 'raw',
  appendId: false,
  event: null,
  attempt: 3,
  dueUs: DUE_US,
};

const created = (change: Partial<SentAlarm> = {}, firedUs = FIRED_US) =>
  requestOf({ ...ALARM, ...change }, { firedUs }, SIGNING);

describe('a raw webhook', () => {
  test('carries the payload as it was written, and the firing in headers', () => {
    const { body, headers } = created();
    expect(body).toBe(ALARM.payload);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'timer-service/1',
      'webhook-id': ID,
      'webhook-timestamp': String(Date.UTC(2026, 2, 10, 9) / 1_000),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      'timer-alarm-id': ID,
      'timer-due-at': '2026-03-10T09:00:00.000123Z',
      'timer-attempt': '3',
    });
  });

  test('without a payload has an empty object as its body', () => {
    const { body, headers } = created({ payload: null });
    expect(body).toBe('{}');
    expect(headers['content-type']).toBe('application/json');
  });
});

describe('a webhook whose body is not JSON', () => {
  test('carries text as it was given, signed', () => {
    const text = '<tea note="é">\n</tea>';
    const { body, headers } = created({ payload: JSON.stringify(text), bodyKind: 'text' });
    expect(body).toBe(text);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['webhook-signature']).toBe(
      webhookSignature(SIGNING.secrets, ID, headers['webhook-timestamp'] ?? '', text),
    );
  });

  test('carries bytes as they were given, signed', () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const { body, headers } = created({ payload: JSON.stringify(bytes.toString('base64')), bodyKind: 'base64' });
    expect(Buffer.from(body as Uint8Array)).toEqual(bytes);
    expect(headers['content-type']).toBe('application/octet-stream');
    const [secret = ''] = SIGNING.secrets;
    const signed = Buffer.concat([Buffer.from(`${ID}.${headers['webhook-timestamp']}.`), bytes]);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  test('has the content type from its headers', () => {
    const own = { payload: '"<tea/>"', bodyKind: 'text', headers: { 'Content-Type': 'application/xml' } } as const;
    expect(created(own).headers['content-type']).toBe('application/xml');
  });

  test('may be empty', () => {
    expect(created({ payload: '""', bodyKind: 'text' }).body).toBe('');
  });
});

test.each(WEBHOOK_FORMATS)('%s carries id, time, signature and attempt in headers', (format) => {
  const { headers } = created({ format });
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'timer-alarm-id',
      'timer-due-at',
      'timer-attempt',
    ]),
  );
});

test('a standard webhook wraps the payload', () => {
  const { body, headers } = created({ format: 'standard' });
  expect(headers['content-type']).toBe('application/json');
  expect(body).toContain(`"payload":${ALARM.payload}`);
  expect(JSON.parse(String(body))).toMatchObject({
    type: 'alarm.fired',
    timestamp: '2026-03-10T09:00:00.000123Z',
    data: {
      alarm: {
        id: ID,
        name: ALARM.name,
        external_id: 'INV-0417',
        applicant_service: 'kitchen',
        due_at: '2026-03-10T09:00:00.000123Z',
        payload: { n: 1 },
      },
      workspace_id: 'w-1',
      attempt: 3,
      fired_at: '2026-03-10T09:00:00.012623Z',
      lateness_ms: 12.5,
    },
  });
});

test.each(['standard', 'cloudevents', 'cloudevents-binary'] as const)(
  '%s has null for missing facts, and leaves out the payload of an alarm that has none',
  (format) => {
    const dataOf = (payload: string | null) => {
      const nothing = { name: null, externalId: null, applicantService: null };
      const body = JSON.parse(String(created({ format, ...nothing, payload }).body));
      return (body.data ?? body).alarm;
    };
    const facts = { id: ID, name: null, external_id: null, applicant_service: null, due_at: expect.any(String) };
    expect(dataOf(null)).toEqual(facts);
    expect(dataOf('null')).toEqual({ ...facts, payload: null });
  },
);

describe('the identity of the event is the same for every attempt', () => {
  test.each(WEBHOOK_FORMATS)('%s', (format) => {
    const names = (attempt: number, firedUs: number) => {
      const { headers, body } = created({ format, attempt }, firedUs);
      const event = format === 'cloudevents' ? JSON.parse(String(body)) : {};
      return [headers['webhook-id'], headers['ce-id'], headers['ce-time'], event.id, event.source, event.time];
    };
    expect(names(1, DUE_US)).toEqual(names(7, DUE_US + 3_600_000_000));
  });

  test('time and signature are those of the attempt', () => {
    const [one, two] = [created({}, DUE_US), created({}, DUE_US + 3_600_000_000)];
    expect(one.headers['webhook-timestamp']).not.toBe(two.headers['webhook-timestamp']);
    expect(one.headers['webhook-signature']).not.toBe(two.headers['webhook-signature']);
  });
});

describe.each(WEBHOOK_FORMATS)('%s', (format) => {
  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])('sends no body with %s', (method) => {
    const { body, headers } = created({ format, method });
    expect(body).toBeNull();
    expect(headers['content-type']).toBeUndefined();
  });

  test.each(['POST', 'PUT', 'PATCH'])('sends a body with %s', (method) => {
    expect(created({ format, method }).body).not.toBeNull();
  });
});

describe('with the id appended to the path', () => {
  test.each([
    ['https://example.com/hook', `https://example.com/hook/${ID}`],
    ['https://example.com/hook/', `https://example.com/hook/${ID}`],
    ['https://example.com', `https://example.com/${ID}`],
    ['https://example.com?a=b/c', `https://example.com/${ID}?a=b/c`],
    ['https://example.com/hook?a=b#part', `https://example.com/hook/${ID}?a=b#part`],
    ['https://example.com/hook#part?no', `https://example.com/hook/${ID}#part?no`],
  ])('%s becomes %s', (url, expected) => {
    expect(created({ url, appendId: true }).url).toBe(expected);
  });
});

describe('headers of one’s own', () => {
  test('are sent, in lower case', () => {
    const { headers } = created({ headers: { Authorization: 'Bearer abc', 'X-Empty': '' } });
    expect(headers).toMatchObject({ authorization: 'Bearer abc', 'x-empty': '' });
  });

  test('can set another media type for a raw payload, but not of an envelope', () => {
    const headers = { 'Content-Type': 'application/vnd.tea+json' };
    expect(created({ headers }).headers['content-type']).toBe('application/vnd.tea+json');
    expect(created({ headers, format: 'standard' }).headers['content-type']).toBe('application/json');
    expect(created({ headers, format: 'cloudevents' }).headers['content-type']).toBe('application/cloudevents+json');
  });

  const REJECTED: [string, string, string][] = [
    ['Host', 'internal', 'belongs to the connection'],
    ['content-length', '3', 'belongs to the connection'],
    ['Transfer-Encoding', 'chunked', 'belongs to the connection'],
    ['Connection', 'close', 'belongs to the connection'],
    ['Upgrade', 'h2c', 'belongs to the connection'],
    ['TE', 'trailers', 'belongs to the connection'],
    ['Expect', '100-continue', 'belongs to the connection'],
    ['Webhook-Id', 'x', 'set by the service'],
    ['webhook-signature', 'v1,x', 'set by the service'],
    ['Timer-Attempt', '1', 'set by the service'],
    ['CE-Id', 'x', 'set by the service'],
    ['', 'x', 'not a header name'],
    ['x y', 'x', 'not a header name'],
    ['x:', 'x', 'not a header name'],
    ['x\r\nhost', 'x', 'not a header name'],
    ['ⅹ-tea', 'x', 'not a header name'],
    ['x', 'a\r\nhost: internal', 'line break'],
    ['x', 'a\nb', 'line break'],
    ['x', 'a\0b', 'not printable ASCII'],
    ['x', 'Grüße', 'not printable ASCII'],
    ['x'.repeat(257), 'x', 'more than 256'],
    ['x', 'x'.repeat(4_097), 'more than 4096'],
  ];

  test.each(REJECTED)('%j: %j is rejected, and not sent if stored anyway', (name, value, words) => {
    expect(headerProblem(name, value)).toContain(words);
    expect(created({ headers: { [name]: value } }).headers).toEqual(created().headers);
  });

  test.each([
    ['authorization', 'Basic dTpw'],
    ['X-A_b.c', 'tab\there'],
    ['user-agent', 'mine'],
  ])('%s: %s is accepted', (name, value) => {
    expect(headerProblem(name, value)).toBeNull();
    expect(created({ headers: { [name]: value } }).headers[name.toLowerCase()]).toBe(value);
  });
});

test.each([
  [0, '1970-01-01T00:00:00.000000Z'],
  [-1, '1969-12-31T23:59:59.999999Z'],
  [1_999_999, '1970-01-01T00:00:01.999999Z'],
  [Number.MAX_SAFE_INTEGER, '2255-06-05T23:47:34.740991Z'],
])('%i µs are written as %s', (dueUs, text) => {
  expect(created({ dueUs }).headers['timer-due-at']).toBe(text);
});
