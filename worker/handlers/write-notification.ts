import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/context/context.ts';
import { WRITE_NOTIFICATION } from '#/lib/jobs/notification-job.ts';
import { type NotificationPayload, notificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { currentNotification } from '#/lib/jobs/stored-notification.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Writes queued notifications into inboxes. */
export async function workOnNotifications(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  await workOn(boss, ctx, WRITE_NOTIFICATION, async (data) => {
    await notify(ctx, notificationPayload.parse(currentNotification(data as NotificationPayload)));
  });
}
