import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';

/** A notification as it stands in a person's inbox. */
export type Notification = NotificationPayload & { id: string; createdAt: Date; readAt: Date | null };
