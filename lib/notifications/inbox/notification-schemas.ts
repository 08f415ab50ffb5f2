import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { NOTIFICATION_KINDS } from '#/lib/jobs/notification-kind-schemas.ts';

export const notificationOut = z
  .object({
    id: z.uuid(),
    kind: z.enum(NOTIFICATION_KINDS),
    fact: z.string().describe('The fact that it is about; nobody is notified of the same fact twice.'),
    data: z.record(z.string(), z.unknown()).describe('The facts, by kind: which timer, since when, how long.'),
    created_at: instantOut,
    read_at: instantOut.nullable().describe('Null while it is unread.'),
  })
  .meta({ id: 'Notification' });

export const listNotificationsQuery = z.strictObject({
  unread: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Only unread ones.'),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor: cursorInput.optional(),
});

const unread = z.int().min(0).describe('How many notifications are unread in total.');

export const notificationListResponse = z
  .object({
    notifications: z.array(notificationOut),
    unread,
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'NotificationList' });

export const notificationResponse = z.object({ notification: notificationOut, unread, server_time: serverTimeOut });

export const readNotificationsInput = z
  .strictObject({ up_to: z.uuid().describe('The newest one that was seen: later ones stay unread.') })
  .meta({ id: 'ReadNotifications' });

export const readNotificationsResponse = z.object({
  count: z.int().min(0).describe('How many were marked.'),
  unread,
  server_time: serverTimeOut,
});

export type NotificationJson = z.input<typeof notificationOut>;
export type NotificationListJson = z.output<typeof notificationListResponse>;
export type ListNotificationsQuery = z.output<typeof listNotificationsQuery>;
