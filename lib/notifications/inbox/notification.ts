import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';

/** A notification in a person's inbox. */
export type Notification = NotificationPayload & { id: string; createdAt: Date; readAt: Date | null };
