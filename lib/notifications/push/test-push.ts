import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { readAlarmSettings } from '#/lib/core/env.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { FairQueue } from '#/lib/core/fair-queue.ts';
import { dropSubscription } from '#/lib/notifications/push/drop-subscription.ts';
import { TEST_MESSAGE } from '#/lib/notifications/push/push-message.ts';
import { findSubscription } from '#/lib/notifications/push/push-subscription-store.ts';
import { type PushSent, sendPush } from '#/lib/notifications/push/send-push.ts';
import { ensureVapidKeys } from '#/lib/notifications/push/vapid-keys.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';

/** A person waits for the result. */
const MAX_MS = 8 * SECOND_MS;
const AT_ONCE = 8;
const TEST_QUEUE = new FairQueue({ atOnce: AT_ONCE, perTenant: 2, mostWaiting: 0 });

/**
 * Sends a push message to one of the caller's browsers, immediately and without retries, and returns the result.
 * @throws AppError 403 `session_required`, 404; 429 `too_many_tests`
 */
export async function testPush(ctx: Ctx, id: string): Promise<PushSent> {
  const subscription = await findSubscription(ctx.db, id, ctx.actor.userId);
  if (!subscription) throw notFound('push_subscription');
  requireSession(ctx, 'test push messages');
  const keys = await ensureVapidKeys(ctx);
  const send = () => sendPush(sender(), subscription, TEST_MESSAGE, keys);
  const sent = await TEST_QUEUE.run(ctx.actor.userId, send, tooMany);
  if (sent.kind === 'gone') await transaction(ctx, (inner) => dropSubscription(inner, subscription));
  return sent;
}

function tooMany(): AppError {
  return new AppError('too_many_tests', {
    detail: 'Other tests are in progress. Try again when they have finished.',
    headers: { 'Retry-After': String(MAX_MS / SECOND_MS) },
  });
}

let shared: WebhookSender | undefined;

/** One per process. It keeps no connection open longer than it is idle. */
function sender(): WebhookSender {
  shared ??= new WebhookSender({
    allowed: parseAllowList(readAlarmSettings().ALARM_ALLOWED_CIDRS),
    timeoutMs: MAX_MS,
    connectionsPerOrigin: AT_ONCE,
  });
  return shared;
}
