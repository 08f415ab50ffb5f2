import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { readAlarmSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { dropSubscription } from '#/lib/notifications/push/drop-subscription.ts';
import type { PushSubscriptionInput } from '#/lib/notifications/push/push-schemas.ts';
import { MAX_SUBSCRIPTIONS, type PushSubscription } from '#/lib/notifications/push/push-subscription.ts';
import { pushSubscriptionJson } from '#/lib/notifications/push/push-subscription-json.ts';
import {
  findByEndpoint,
  insertSubscription,
  listSubscriptions,
  lockPushEndpoint,
} from '#/lib/notifications/push/push-subscription-store.ts';
import { parseAllowList, urlProblem } from '#/lib/url-guard/url-guard.ts';

/**
 * Subscribes this browser to push messages for as long as the caller's session lasts. A known subscription is returned
 * unchanged; one that belonged to another person or session changes owner.
 * @throws AppError 400 for a URL that may not be called; 403 `session_required`
 */
export function addPushSubscription(ctx: Ctx, input: PushSubscriptionInput): Promise<PushSubscription> {
  const sessionId = requireSession(ctx, 'get push messages');
  rejectAddress(input.endpoint);
  return transaction(ctx, async (inner) => {
    const { userId } = inner.actor;
    await lockPushEndpoint(inner.tx, input.endpoint);
    const known = await findByEndpoint(inner.tx, input.endpoint);
    const requested = { ...input, userId, sessionId };
    if (known && isSame(known, requested)) return known;
    if (known) await dropSubscription(inner, known);
    const subscription = { ...requested, id: newId(), createdAt: await inner.clock.now(inner.tx) };
    await insertSubscription(inner.tx, subscription);
    const after = pushSubscriptionJson(subscription);
    const data = { push_subscription: after, before: null, after };
    await recordEvent(inner, { type: 'push_subscription.created', subjectId: subscription.id, userId, data });
    await makeRoom(inner);
    return subscription;
  });
}

type NewSubscription = PushSubscriptionInput & Pick<PushSubscription, 'userId' | 'sessionId'>;

function isSame(known: PushSubscription, requested: NewSubscription): boolean {
  return (['userId', 'sessionId', 'p256dh', 'auth'] as const).every((name) => known[name] === requested[name]);
}

async function makeRoom(ctx: TxCtx): Promise<void> {
  const all = await listSubscriptions(ctx.tx, ctx.actor.userId);
  for (const old of all.slice(MAX_SUBSCRIPTIONS)) await dropSubscription(ctx, old);
}

/** Push services are on the public internet, as webhooks are. */
function rejectAddress(endpoint: string): void {
  const detail = urlProblem(endpoint, parseAllowList(readAlarmSettings().ALARM_ALLOWED_CIDRS));
  if (detail === null) return;
  throw new AppError('input_invalid', {
    detail: `/endpoint: ${detail}`,
    fields: [{ pointer: '/endpoint', detail }],
  });
}
