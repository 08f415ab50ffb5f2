import type { Ctx } from '#/lib/context/context.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { findUnreadOf } from '#/lib/notifications/inbox/notification-store.ts';
import { readNotification } from '#/lib/notifications/inbox/read-notification.ts';

/**
 * Marks a notification as superseded: nobody needs to read it anymore, and unsent copies stay unsent. False when it was
 * read, or never written.
 */
export async function supersedeNotification(
  ctx: Omit<Ctx, 'actor'>,
  { workspaceId, userId, fact }: Pick<NotificationPayload, 'workspaceId' | 'userId' | 'fact'>,
): Promise<boolean> {
  const found = await findUnreadOf(ctx.db, { workspaceId, userId }, fact);
  if (!found) return false;
  const credential = { kind: 'worker', name: 'notifier' } as const;
  const scopes = new Set(['notifications:write'] as const);
  await readNotification({ ...ctx, actor: { userId, workspaceId, role: 'member', scopes, credential } }, found.id);
  return true;
}
