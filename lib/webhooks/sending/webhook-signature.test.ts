import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, test } from 'vitest';
import { WEBHOOK_FORMATS } from '#/lib/alarms/alarms/alarm.ts';
import { newWebhookSecret } from '#/lib/webhooks/sending/webhook.ts';
import { webhookSignature } from '#/lib/webhooks/sending/webhook-signature.ts';
import { httpReceiver, request, sender } from '#/test/webhooks/receiver.ts';
import { requestOf, type SentAlarm } from '#/test/webhooks/request-of.ts';

const SOURCE = 'https://timers.example.com';
const nowUs = () => Date.now() * 1_000;

function alarm(url: string, change: Partial<SentAlarm> = {}): SentAlarm {
  return {
    id: '0199a3c4-7c11-7000-8000-000000000001',
    workspaceId: 'w-1',
    name: 'Tee für zwei ☕',
    externalId: null,
    applicantService: null,
    url,
    method: 'POST',
    headers: {},
    payload: '{"wörter":"日本語 😀","n":1.0}',
    bodyKind: null,
    format: 'raw',
    appendId: true,
    event: null,
    attempt: 1,
    dueUs: nowUs(),
    ...change,
  };
}

/** What a receiver got, with the headers as the official library expects them. */
async function received(secrets: string[], change: Partial<SentAlarm> = {}, firedUs = nowUs()) {
  const receiver = await httpReceiver();
  const sent = requestOf(alarm(receiver.url, change), { firedUs }, { secrets, source: SOURCE });
  expect(await sender().send(sent)).toMatchObject({ kind: 'responded', status: 200 });
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
  return { body, headers: headers as Record<string, string> };
}

describe('the official library', () => {
  test.each(WEBHOOK_FORMATS)('verifies what was sent as %s', async (format) => {
    const secret = newWebhookSecret();
    const { body, headers } = await received([secret], { format });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test('verifies a webhook without a payload, and reads its body as JSON', async () => {
    const secret = newWebhookSecret();
    const { body, headers } = await received([secret], { payload: null });
    // Svix 1.x and older libraries parse the body of whatever they verify, including an empty one, which they then
    // reject.
    expect(JSON.parse(body)).toEqual({});
    expect(new Webhook(secret).verify(body, headers)).toEqual({});
  });

  test('verifies a request without a body', async () => {
    const secret = newWebhookSecret();
    const { body, headers } = await received([secret], { method: 'GET' });
    expect(body).toBe('');
    expect(() => new Webhook(secret).verify(body, headers, { jsonParse: false })).not.toThrow();
  });

  test('verifies with both the old and the new secret during a rotation', async () => {
    const [fresh, old] = [newWebhookSecret(), newWebhookSecret()];
    const { body, headers } = await received([fresh, old]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(new Webhook(fresh).verify(body, headers)).toBeDefined();
    expect(new Webhook(old).verify(body, headers)).toBeDefined();
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  test('rejects a body, an id or a time that was changed in transit', async () => {
    const secret = newWebhookSecret();
    const { body, headers } = await received([secret]);
    const library = new Webhook(secret);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => library.verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => library.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow('No matching signature');
    expect(() => library.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow('No matching signature');
  });

  test('rejects a request from six minutes ago', async () => {
    const secret = newWebhookSecret();
    const { body, headers } = await received([secret], {}, nowUs() - 360_000_000);
    expect(() => new Webhook(secret).verify(body, headers)).toThrow('too old');
  });

  test('makes the same signature', () => {
    const secret = newWebhookSecret();
    const at = new Date(1_760_000_000_000);
    expect(webhookSignature([secret], 'msg', '1760000000', '{"a":"ü"}')).toBe(
      new Webhook(secret).sign('msg', at, '{"a":"ü"}'),
    );
  });
});

/** From 2.0 on, which returns nothing and reads no JSON; before, it rejects a request without a body (docs/alarms.md). */
describe('the library of Svix', () => {
  const verify = (secret: string, { body, headers }: Awaited<ReturnType<typeof received>>) => {
    new SvixWebhook(secret).verify(body, headers);
  };

  test.each(WEBHOOK_FORMATS)('verifies what was sent as %s, and rejects another secret', async (format) => {
    const secret = newWebhookSecret();
    const sent = await received([secret], { format });
    expect(() => verify(secret, sent)).not.toThrow();
    expect(() => verify(newWebhookSecret(), sent)).toThrow('No matching signature');
  });

  test.each([
    ['a webhook without a payload', { payload: null }, '{}'],
    ['a request without a body', { method: 'GET' }, ''],
  ] as const)('verifies %s, and rejects an injected body', async (_what, change, body) => {
    const secret = newWebhookSecret();
    const sent = await received([secret], change);
    expect(sent.body).toBe(body);
    expect(() => verify(secret, sent)).not.toThrow();
    expect(() => verify(secret, { ...sent, body: '{"paid":true}' })).toThrow('No matching signature');
  });
});

test('the example of the specification gets the signature given there', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signature = webhookSignature([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}');
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a webhook without a secret has no signature', async () => {
  const { headers } = await received([]);
  expect(headers['webhook-signature']).toBeUndefined();
});

test('a value that is no secret is not used as one', () => {
  expect(() => webhookSignature(['hunter2'], 'a', '1', '')).toThrow(/begins with whsec_/);
});

test('new secrets have 32 random bytes and are never the same', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});

test('thousands of secrets each sign with their own key', () => {
  const secrets = Array.from({ length: 2_500 }, newWebhookSecret);
  for (const secret of [...secrets, ...secrets.slice(0, 10)]) {
    expect(webhookSignature([secret], 'a', '1760000000', 'x')).toBe(
      new Webhook(secret).sign('a', new Date(1_760_000_000_000), 'x'),
    );
  }
});

test('a request arrives with the path, the query and the id unchanged', async () => {
  const receiver = await httpReceiver();
  const { url } = requestOf(
    alarm(`${receiver.url}/a/b?c=d%20e#f`),
    { firedUs: nowUs() },
    { secrets: [], source: SOURCE },
  );
  await sender().send(request(url));
  expect(receiver.received[0]?.url).toBe('/a/b/0199a3c4-7c11-7000-8000-000000000001?c=d%20e');
});
