import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { ensureVapidKeys } from '#/lib/notifications/push/vapid-keys.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeEach(async () => {
  world = await testWorld();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('fifty processes that create the first pair at once all sign with one pair, and keep it', async () => {
  const calls = await Promise.all(Array.from({ length: 50 }, () => ensureVapidKeys(world)));
  expect(new Set(calls.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1);
  expect(await ensureVapidKeys(world)).toEqual(calls[0]);
  expect(calls[0]?.subject).toBe('mailto:timers@localhost');
});

test('the operator’s pair takes precedence, and is not stored', async () => {
  const pair = webPush.generateVAPIDKeys();
  vi.stubEnv('VAPID_PUBLIC_KEY', pair.publicKey);
  vi.stubEnv('VAPID_PRIVATE_KEY', pair.privateKey);
  vi.stubEnv('VAPID_SUBJECT', 'https://timers.example.com/about');
  expect(await ensureVapidKeys(world)).toEqual({ ...pair, subject: 'https://timers.example.com/about' });
  expect(await world.db.vapidKeys.count()).toBe(0);
});
