import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';

/** A notice as it stands in a person's inbox. */
export type Notification = Notice & { id: string; createdAt: Date; readAt: Date | null };
