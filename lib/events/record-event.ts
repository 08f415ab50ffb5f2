import type { Credential, TxCtx } from '#/lib/accounts/context.ts';
import type { FeedEvent, NewEvent } from '#/lib/events/event.ts';
import { insertEvent } from '#/lib/events/event-store.ts';
import { hintFeed } from '#/lib/events/feed-hint.ts';

/** Appends to the feed in the verb's own transaction, with who did it, and hints the readers after the commit. */
export async function recordEvent(ctx: TxCtx, event: NewEvent, at?: Date): Promise<void> {
  await insertEvent(ctx.tx, {
    ...event,
    workspaceId: ctx.actor.workspaceId,
    actor: describeActor(ctx.actor.credential, ctx.actor.userId),
    requestId: ctx.requestId,
    createdAt: at ?? (await ctx.clock.now(ctx.tx)),
  });
  ctx.afterCommit.add(hintFeed);
}

function describeActor(credential: Credential, userId: string): FeedEvent['actor'] {
  switch (credential.kind) {
    case 'session':
      return { kind: 'session', id: credential.sessionId, user_id: userId };
    case 'api_key':
      return { kind: 'api_key', id: credential.apiKeyId, user_id: userId };
    case 'worker':
      return { kind: 'worker', id: credential.name };
  }
}
