import type { Actor, OfflineMoment, TxCtx } from '#/lib/context/context.ts';
import type { FeedEvent, NewEvent } from '#/lib/feed/events/event.ts';
import { insertEvent } from '#/lib/feed/events/event-store.ts';
import { notifyDeliveriesDue } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { notifyFeed } from '#/lib/feed/notify/notify-feed.ts';

/**
 * Appends to the feed in the verb's own transaction, with who did it. After the commit readers are notified, and
 * workers when endpoints subscribe to it.
 */
export async function recordEvent(ctx: TxCtx, event: NewEvent, at?: Date): Promise<void> {
  const createdAt = at ?? (await ctx.clock.now(ctx.tx));
  const isWanted = await insertEvent(ctx.tx, {
    ...event,
    data: ctx.offline ? { ...event.data, offline: offlineDetails(ctx.offline, createdAt) } : event.data,
    workspaceId: ctx.actor.workspaceId,
    actor: describeActor(ctx.inNameOf ? { ...ctx.actor, credential: ctx.inNameOf } : ctx.actor),
    requestId: ctx.requestId,
    createdAt,
  });
  ctx.afterCommit.add(notifyFeed);
  if (isWanted) ctx.afterCommit.add((db) => notifyDeliveriesDue(db, createdAt));
}

/** For an offline action: when it was taken and when it arrived. */
function offlineDetails({ at, ageMs }: OfflineMoment, receivedAt: Date) {
  return { acted_at: at.toISOString(), received_at: receivedAt.toISOString(), age_ms: ageMs };
}

/** The caller as the feed names it. */
export function describeActor({ credential, userId }: Actor): FeedEvent['actor'] {
  switch (credential.kind) {
    case 'session':
      return { kind: 'session', id: credential.sessionId, user_id: userId };
    case 'api_key':
      return { kind: 'api_key', id: credential.apiKeyId, user_id: userId };
    case 'worker':
      return { kind: 'worker', id: credential.name };
  }
}
