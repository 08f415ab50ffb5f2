import type { PushSubscriptionJson } from '#/lib/notifications/push/push-schemas.ts';
import type { PushSubscription } from '#/lib/notifications/push/push-subscription.ts';

/** Without its URL, which is a secret: whoever knows it may try to send to it. */
export function pushSubscriptionJson({ id, endpoint, createdAt }: PushSubscription): PushSubscriptionJson {
  return { id, push_service: new URL(endpoint).host, created_at: createdAt.toISOString() };
}
