import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushMessage, PushOptions } from '#/lib/notifications/push/push-message.ts';
import type { PushSubscription } from '#/lib/notifications/push/push-subscription.ts';
import type { VapidKeys } from '#/lib/notifications/push/vapid-keys.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import type { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';

/** `gone`: the browser accepts no more; `rejected`: a retry would not help; `failed`: it may. */
export type PushSent = { kind: 'sent' | 'gone' | 'rejected' | 'failed'; detail: string };

/** A topic has at most 32 base64url characters (RFC 8030, 5.4). */
const MAX_TOPIC = 32;
const RETRYABLE = new Set(['timeout', 'connection_refused', 'connection_reset', 'dns_failed', 'stopped']);

/**
 * Hands one message to the browser's push service, encrypted for that browser (RFC 8291) and signed (RFC 8292). A
 * message replaces a waiting one with the same tag. Never rejects.
 */
export async function sendPush(
  sender: Pick<WebhookSender, 'send'>,
  { endpoint, p256dh, auth }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  { message, options }: { message: PushMessage; options: PushOptions },
  { publicKey, privateKey, subject }: VapidKeys,
): Promise<PushSent> {
  const requestOptions = {
    TTL: options.ttlSeconds,
    urgency: options.urgency,
    topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, MAX_TOPIC),
    vapidDetails: { subject, publicKey, privateKey },
  };
  let request: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    const target = { endpoint, keys: { p256dh, auth } };
    request = webPush.generateRequestDetails(target, JSON.stringify(message), requestOptions);
  } catch (error) {
    // The key is no point on the curve: nothing can ever be encrypted for it.
    return { kind: 'gone', detail: error instanceof Error ? error.message : String(error) };
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return outcomeOf(await sender.send({ url: endpoint, method: 'POST', headers, body: request.body }));
}

function outcomeOf(result: WebhookResult): PushSent {
  if (result.kind !== 'responded') {
    return { kind: RETRYABLE.has(result.kind) ? 'failed' : 'rejected', detail: result.detail };
  }
  const { status, excerpt } = result;
  const detail = `The push service responded with ${status}${excerpt ? `: ${excerpt.slice(0, 200)}` : ''}.`;
  if (status >= 200 && status < 300) return { kind: 'sent', detail };
  if (status === 404 || status === 410) return { kind: 'gone', detail };
  return { kind: status === 429 || status >= 500 ? 'failed' : 'rejected', detail };
}
