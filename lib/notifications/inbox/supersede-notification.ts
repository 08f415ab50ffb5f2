import type { Ctx } from '#/lib/accounts/context.ts';
import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';
import { findUnreadOf } from '#/lib/notifications/inbox/notification-store.ts';
import { readNotification } from '#/lib/notifications/inbox/read-notification.ts';

/**
 * What a notice told is over: who has not read it need not any more, and what of it waits to be sent on stays unsent. False
 * when it was read, or never written.
 */
export async function supersedeNotification(
  ctx: Omit<Ctx, 'actor'>,
  { workspaceId, userId, fact }: Pick<Notice, 'workspaceId' | 'userId' | 'fact'>,
): Promise<boolean> {
  const found = await findUnreadOf(ctx.db, { workspaceId, userId }, fact);
  if (!found) return false;
  const credential = { kind: 'worker', name: 'notifier' } as const;
  const scopes = new Set(['notifications:write'] as const);
  await readNotification({ ...ctx, actor: { userId, workspaceId, role: 'member', scopes, credential } }, found.id);
  return true;
}
