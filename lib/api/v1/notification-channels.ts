import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { readMailSettings } from '#/lib/core/env.ts';
import { getPreferences } from '#/lib/notifications/preferences/get-preferences.ts';
import type { Preferences } from '#/lib/notifications/preferences/preferences.ts';
import { preferencesJson } from '#/lib/notifications/preferences/preferences-json.ts';
import { preferencesInput, preferencesResponse } from '#/lib/notifications/preferences/preferences-schemas.ts';
import { setPreferences } from '#/lib/notifications/preferences/set-preferences.ts';
import { addPushSubscription } from '#/lib/notifications/push/add-push-subscription.ts';
import {
  pushKeyResponse,
  pushSubscriptionInput,
  pushSubscriptionResponse,
  pushTestResponse,
} from '#/lib/notifications/push/push-schemas.ts';
import type { PushSubscription } from '#/lib/notifications/push/push-subscription.ts';
import { pushSubscriptionJson } from '#/lib/notifications/push/push-subscription-json.ts';
import { removePushSubscription } from '#/lib/notifications/push/remove-push-subscription.ts';
import { testPush } from '#/lib/notifications/push/test-push.ts';
import { ensureVapidKeys } from '#/lib/notifications/push/vapid-keys.ts';

const tag = 'Notifications';
const params = z.strictObject({ id: z.uuid() });
const ONLY_SIGNED_IN = 'Requires a session: an API key acts for a person, but doesn’t decide for them.';
const sessionOnly = ['forbidden', 'session_required'] as const;

const preferences = operation({
  operationId: 'getNotificationPreferences',
  method: 'get',
  path: '/me/notification-preferences',
  tag,
  summary: 'Get your notification preferences',
  description:
    'The channels of each kind of notification, and your quiet hours. What you have never set has its default.',
  permission: 'notifications:read',
  output: preferencesResponse,
  single: true,
  handler: async (ctx) => ({ status: 200, body: await preferencesBody(ctx, await getPreferences(ctx)) }),
});

const setThem = operation({
  operationId: 'setNotificationPreferences',
  method: 'put',
  path: '/me/notification-preferences',
  tag,
  summary: 'Change your notification preferences',
  description: `The inbox always has everything. Push and email wait until quiet hours end; the end of a phase isn’t announced during them. ${ONLY_SIGNED_IN}`,
  permission: null,
  body: preferencesInput,
  output: preferencesResponse,
  problems: sessionOnly,
  handler: async (ctx, { body }) => ({
    status: 200,
    body: await preferencesBody(ctx, await setPreferences(ctx, body)),
  }),
});

const pushKey = operation({
  operationId: 'getPushKey',
  method: 'get',
  path: '/me/push-key',
  tag,
  summary: 'Get the public key of push messages',
  description: 'A browser needs it to subscribe (RFC 8292). It is the same for everyone on this server.',
  permission: null,
  output: pushKeyResponse,
  handler: async (ctx) => {
    const { publicKey } = await ensureVapidKeys(ctx);
    const server_time = (await ctx.clock.now(ctx.db)).toISOString();
    return { status: 200, body: { push_key: { public_key: publicKey }, server_time } };
  },
});

const subscribe = operation({
  operationId: 'addPushSubscription',
  method: 'post',
  path: '/me/push-subscriptions',
  tag,
  summary: 'Subscribe a browser to push messages',
  description: `Lasts until the session that subscribes it ends. A known subscription is returned as it is. ${ONLY_SIGNED_IN}`,
  permission: null,
  body: pushSubscriptionInput,
  output: pushSubscriptionResponse,
  status: 201,
  problems: sessionOnly,
  handler: async (ctx, { body }) => ({
    status: 201,
    body: await subscriptionBody(ctx, await addPushSubscription(ctx, body)),
  }),
});

const unsubscribe = operation({
  operationId: 'removePushSubscription',
  method: 'delete',
  path: '/me/push-subscriptions/{id}',
  tag,
  summary: 'Unsubscribe a browser from push messages',
  description: ONLY_SIGNED_IN,
  permission: null,
  params,
  output: pushSubscriptionResponse,
  problems: [...sessionOnly, 'push_subscription_not_found'],
  handler: async (ctx, { params }) => ({
    status: 200,
    body: await subscriptionBody(ctx, await removePushSubscription(ctx, params.id)),
  }),
});

const test = operation({
  operationId: 'testPushSubscription',
  method: 'post',
  path: '/me/push-subscriptions/{id}/test',
  tag,
  summary: 'Send a test push message',
  description: `Sent at once and only once; responds with what the push service said. ${ONLY_SIGNED_IN}`,
  permission: null,
  params,
  output: pushTestResponse,
  repeats: true,
  problems: ['session_required', 'push_subscription_not_found', 'too_many_tests'],
  handler: async (ctx, { params }) => {
    const { kind, detail } = await testPush(ctx, params.id);
    const server_time = (await ctx.clock.now(ctx.db)).toISOString();
    return { status: 200, body: { test: { outcome: kind, detail }, server_time } };
  },
});

async function preferencesBody(ctx: Ctx, chosen: Preferences) {
  return {
    notification_preferences: preferencesJson(chosen),
    mail_available: Boolean(readMailSettings().SMTP_URL),
    server_time: (await ctx.clock.now(ctx.db)).toISOString(),
  };
}

async function subscriptionBody(ctx: Ctx, subscription: PushSubscription) {
  const server_time = (await ctx.clock.now(ctx.db)).toISOString();
  return { subscription: pushSubscriptionJson(subscription), server_time };
}

export const notificationChannelOperations = [preferences, setThem, pushKey, subscribe, unsubscribe, test];
