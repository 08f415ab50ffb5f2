import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { listNotifications } from '#/lib/notifications/inbox/list-notifications.ts';
import { notificationJson } from '#/lib/notifications/inbox/notification-json.ts';
import {
  listNotificationsQuery,
  notificationListResponse,
  notificationResponse,
  readNotificationsInput,
  readNotificationsResponse,
} from '#/lib/notifications/inbox/notification-schemas.ts';
import { readNotification } from '#/lib/notifications/inbox/read-notification.ts';
import { readNotifications } from '#/lib/notifications/inbox/read-notifications.ts';

const tag = 'Notifications';

const list = operation({
  operationId: 'listNotifications',
  method: 'get',
  path: '/notifications',
  tag,
  summary: 'List notifications',
  description:
    'Your own, in this workspace. They are kept for 90 days. Subscribe to the topic `notifications` for new ones.',
  permission: 'notifications:read',
  query: listNotificationsQuery,
  output: notificationListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { notifications, unread, nextCursor, now } = await listNotifications(ctx, query);
    const server_time = now.toISOString();
    const body = { notifications: notifications.map(notificationJson), unread, next_cursor: nextCursor, server_time };
    return { status: 200, body };
  },
});

const read = operation({
  operationId: 'readNotification',
  method: 'post',
  path: '/notifications/{id}/read',
  tag,
  summary: 'Mark a notification as read',
  description: 'Reading it again changes nothing. Its push messages that are still waiting are not sent.',
  permission: 'notifications:write',
  params: z.strictObject({ id: z.uuid() }),
  output: notificationResponse,
  problems: ['notification_not_found'],
  handler: async (ctx, { params }) => {
    const { notification, unread } = await readNotification(ctx, params.id);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: { notification: notificationJson(notification), unread, server_time: now.toISOString() },
    };
  },
});

const readAll = operation({
  operationId: 'readNotifications',
  method: 'post',
  path: '/notifications/read',
  tag,
  summary: 'Mark all notifications up to one as read',
  description: 'Your own, up to and including the one named. Later ones stay unread.',
  permission: 'notifications:write',
  body: readNotificationsInput,
  output: readNotificationsResponse,
  problems: ['notification_not_found'],
  handler: async (ctx, { body }) => {
    const { count, unread, now } = await readNotifications(ctx, body.up_to);
    return { status: 200, body: { count, unread, server_time: now.toISOString() } };
  },
});

export const notificationOperations = [list, readAll, read];
