import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import webPush from 'web-push';
import type { PushMessage, PushOptions } from '#/lib/notifications/push/push-message.ts';
import { sendPush } from '#/lib/notifications/push/send-push.ts';
import { testBrowser } from '#/test/notifications/browser.ts';
import { testPushService } from '#/test/notifications/push-service.ts';
import { TEST_CERTIFICATE } from '#/test/webhooks/certificate.ts';
import { sender } from '#/test/webhooks/receiver.ts';

const KEYS = { ...webPush.generateVAPIDKeys(), subject: 'mailto:timers@example.com' };
const MESSAGE: PushMessage = {
  title: 'Time is up on OPS-77 – 20 min',
  body: '日本 🙂',
  path: '/',
  tag: 'cycle-1 ended',
  notification_id: null,
};
const OPTIONS: PushOptions = { ttlSeconds: 900, urgency: 'high' };
const reported = { message: MESSAGE, options: OPTIONS };
const trusting = () => sender({ ca: TEST_CERTIFICATE });

test('only the browser can read what was sent', async () => {
  const [service, browser] = [await testPushService(), testBrowser()];
  const target = { endpoint: `${service.url}/to/maya`, ...browser.keys };
  expect(await sendPush(trusting(), target, reported, KEYS)).toMatchObject({ kind: 'sent' });
  const [pushed] = service.pushed;
  expect(pushed).toMatchObject({
    path: '/to/maya',
    headers: {
      ttl: '900',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      'content-encoding': 'aes128gcm',
    },
  });
  expect(JSON.parse(browser.decrypt(pushed?.body ?? Buffer.alloc(0)))).toEqual(MESSAGE);
  expect(pushed?.body.includes('OPS-77')).toBe(false);
  expect(() => testBrowser().decrypt(pushed?.body ?? Buffer.alloc(0))).toThrow();
});

test('a push service can identify the sender: the signature matches the key that the browser got', async () => {
  const [service, browser] = [await testPushService(), testBrowser()];
  await sendPush(trusting(), { endpoint: `${service.url}/x`, ...browser.keys }, reported, KEYS);
  const [, token = '', key] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(service.pushed[0]?.headers.authorization ?? '') ?? [];
  expect(key).toBe(KEYS.publicKey);
  const [head, claims, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
  expect(JSON.parse(String(claims))).toMatchObject({ aud: service.url, sub: KEYS.subject, exp: expect.any(Number) });
  expect(JSON.parse(String(head))).toMatchObject({ alg: 'ES256' });
  const point = Buffer.from(KEYS.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never);
  const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')));
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature ?? Buffer.alloc(0))).toBe(
    true,
  );
});

test('messages of one tag share a topic, and those of another tag have another', async () => {
  const [service, browser] = [await testPushService(), testBrowser()];
  const target = { endpoint: `${service.url}/x`, ...browser.keys };
  const sending = trusting();
  for (const tag of ['a', 'a', 'b'])
    await sendPush(sending, target, { ...reported, message: { ...MESSAGE, tag } }, KEYS);
  const [first, second, third] = service.pushed.map(({ headers }) => headers.topic);
  expect([first === second, first === third]).toEqual([true, false]);
});

describe('the response of the push service', () => {
  test.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [301, 'rejected'],
    [400, 'rejected'],
    [401, 'rejected'],
    [403, 'rejected'],
    [404, 'gone'],
    [410, 'gone'],
    [413, 'rejected'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('%i: %s', async (status, kind) => {
    const [service, browser] = [await testPushService(), testBrowser()];
    service.responses.push(status);
    const sent = await sendPush(trusting(), { endpoint: `${service.url}/x`, ...browser.keys }, reported, KEYS);
    expect(sent).toMatchObject({ kind, detail: expect.stringContaining(String(status)) });
  });
});

describe('sending a push message fails', () => {
  test.each([
    ['to a private address', 'https://127.0.0.1:9/x'],
    ['to the cloud’s metadata', 'https://169.254.169.254/x'],
    ['to this machine by name', 'https://localhost:9/x'],
  ])('%s', async (_what, endpoint) => {
    const sent = await sendPush(trusting(), { endpoint, ...testBrowser().keys }, reported, KEYS);
    expect(sent.kind).toBe('rejected');
  });

  test('to a server without a valid certificate', async () => {
    const service = await testPushService();
    const sent = await sendPush(sender(), { endpoint: `${service.url}/x`, ...testBrowser().keys }, reported, KEYS);
    expect([sent.kind, service.pushed]).toEqual(['rejected', []]);
  });

  test('to a port where nothing listens; it is retried', async () => {
    const service = await testPushService();
    service.close();
    const sent = await sendPush(trusting(), { endpoint: `${service.url}/x`, ...testBrowser().keys }, reported, KEYS);
    expect(sent).toMatchObject({ kind: 'failed', detail: 'Nothing is listening at this address and port.' });
  });

  test('to a browser whose key is invalid', async () => {
    const service = await testPushService();
    const keys = { ...testBrowser().keys, p256dh: Buffer.alloc(65, 7).toString('base64url') };
    const sent = await sendPush(trusting(), { endpoint: `${service.url}/x`, ...keys }, reported, KEYS);
    expect([sent.kind, service.pushed]).toEqual(['gone', []]);
  });
});
