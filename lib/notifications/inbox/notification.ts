import type { Notice } from '#/lib/notifications/inbox/notice-schemas.ts';

/** A notice as it stands in a person's inbox. */
export type Notification = Notice & { id: string; createdAt: Date; readAt: Date | null };
