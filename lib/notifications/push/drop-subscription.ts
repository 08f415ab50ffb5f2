import type { TxCtx } from '#/lib/context/context.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { PushSubscription } from '#/lib/notifications/push/push-subscription.ts';
import { pushSubscriptionJson } from '#/lib/notifications/push/push-subscription-json.ts';
import { deleteSubscription } from '#/lib/notifications/push/push-subscription-store.ts';

/** Deletes a subscription, unless it was already deleted, and records the event. */
export async function dropSubscription(ctx: TxCtx, subscription: PushSubscription): Promise<void> {
  if (!(await deleteSubscription(ctx.tx, subscription.id))) return;
  const before = pushSubscriptionJson(subscription);
  const data = { push_subscription: before, before, after: null };
  const { id: subjectId, userId } = subscription;
  await recordEvent(ctx, { type: 'push_subscription.deleted', subjectId, userId, data });
}
