import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { dropSubscription } from '#/lib/notifications/push/drop-subscription.ts';
import type { PushSubscription } from '#/lib/notifications/push/push-subscription.ts';
import { findSubscription } from '#/lib/notifications/push/push-subscription-store.ts';

/** Unsubscribes one of the caller's browsers. @throws AppError 403 `session_required`, 404 */
export function removePushSubscription(ctx: Ctx, id: string): Promise<PushSubscription> {
  return transaction(ctx, async (inner) => {
    const subscription = await findSubscription(inner.tx, id, inner.actor.userId);
    if (!subscription) throw notFound('push_subscription');
    requireSession(ctx, 'change where you get push messages');
    await dropSubscription(inner, subscription);
    return subscription;
  });
}
