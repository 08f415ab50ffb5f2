import type { Tx } from '#/lib/db/client.ts';
import { currentNotification, storedNotification } from '#/lib/jobs/stored-notification.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';

/**
 * Writes a notification, and returns whether it is new: false when the person was already notified of this fact, or is
 * no longer a member of the workspace.
 */
export async function insertNotification(tx: Pick<Tx, '$executeRaw'>, notification: Notification): Promise<boolean> {
  const { id, workspaceId, userId, kind, fact, data, createdAt } = storedNotification(notification);
  const count = await tx.$executeRaw`
    insert into notifications (id, workspace_id, user_id, kind, fact, data, created_at)
    select ${id}::uuid, workspace_id, user_id, ${kind}, ${fact}, ${JSON.stringify(data)}::jsonb, ${createdAt}
      from memberships
     where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid and disabled_at is null
    on conflict (user_id, fact) do nothing`;
  return count === 1;
}

type Sql = Pick<Tx, 'notification'>;
/** Whose inbox, in which workspace. */
export type Inbox = { workspaceId: string; userId: string };

/** A page of an inbox, newest first. */
export async function listNotificationRows(
  sql: Sql,
  { workspaceId, userId }: Inbox,
  { limit, before, unread }: { limit: number; before: { createdAt: Date; id: string } | null; unread: boolean },
): Promise<Notification[]> {
  const beyond = before && {
    OR: [{ createdAt: { lt: before.createdAt } }, { createdAt: before.createdAt, id: { lt: before.id } }],
  };
  const rows = await sql.notification.findMany({
    where: { workspaceId, userId, ...(unread && { readAt: null }), ...beyond },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(notificationOf);
}

export function countUnread(sql: Sql, { workspaceId, userId }: Inbox): Promise<number> {
  return sql.notification.count({ where: { workspaceId, userId, readAt: null } });
}

export async function findNotification(
  sql: Sql,
  { workspaceId, userId }: Inbox,
  id: string,
): Promise<Notification | null> {
  const row = await sql.notification.findFirst({ where: { id, workspaceId, userId } });
  return row && notificationOf(row);
}

/** A person's unread notification of a fact; null when they have read it or never got one. */
export async function findUnreadOf(sql: Sql, inbox: Inbox, fact: string): Promise<Notification | null> {
  const row = await sql.notification.findFirst({ where: { ...inbox, fact, readAt: null } });
  return row && notificationOf(row);
}

/** A notification of any person; null when it was read. */
export async function findUnreadNotification(sql: Sql, id: string): Promise<Notification | null> {
  const row = await sql.notification.findFirst({ where: { id, readAt: null } });
  return row && notificationOf(row);
}

/** Marks one as read; false when it already was. */
export async function markRead(sql: Sql, id: string, readAt: Date): Promise<boolean> {
  const { count } = await sql.notification.updateMany({ where: { id, readAt: null }, data: { readAt } });
  return count === 1;
}

/** Marks all unread notifications up to this one as read, and returns how many. */
export async function markReadUpTo(
  sql: Sql,
  { workspaceId, userId }: Inbox,
  { id, createdAt }: Pick<Notification, 'id' | 'createdAt'>,
  readAt: Date,
): Promise<number> {
  const upTo = { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lte: id } }] };
  const { count } = await sql.notification.updateMany({
    where: { workspaceId, userId, readAt: null, ...upTo },
    data: { readAt },
  });
  return count;
}

/** Deletes up to `limit` that were created before this instant, and returns how many. */
export function deleteNotificationsBefore(tx: Pick<Tx, '$executeRaw'>, before: Date, limit: number): Promise<number> {
  return tx.$executeRaw`
    delete from notifications where id in (select id from notifications where created_at <= ${before} limit ${limit})`;
}

type Row = Omit<Notification, 'kind' | 'data'> & { kind: string; data: unknown };

/** A CHECK of the table limits the kinds, and their data was parsed on insertion. */
function notificationOf(row: Row): Notification {
  return currentNotification(row) as Notification;
}
