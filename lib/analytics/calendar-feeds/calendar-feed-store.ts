import type { CalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import type { Tx } from '#/lib/db/client.ts';

type Hash = Uint8Array<ArrayBuffer>;
/** The owner of a calendar, and the workspace whose time it shows. */
export type CalendarOwner = { workspaceId: string; userId: string };

const COLUMNS = { createdAt: true, lastReadAt: true } as const;

export function findCalendarFeed(
  tx: Pick<Tx, 'calendarFeed'>,
  { workspaceId, userId }: CalendarOwner,
): Promise<CalendarFeed | null> {
  return tx.calendarFeed.findUnique({ where: { workspaceId_userId: { workspaceId, userId } }, select: COLUMNS });
}

/** Replaces the calendar's URL, if there was one. */
export async function saveCalendarFeed(
  tx: Pick<Tx, 'calendarFeed'>,
  { workspaceId, userId }: CalendarOwner,
  { tokenHash, createdAt }: { tokenHash: Hash; createdAt: Date },
): Promise<void> {
  const feed = { tokenHash, createdAt, lastReadAt: null };
  await tx.calendarFeed.upsert({
    where: { workspaceId_userId: { workspaceId, userId } },
    create: { workspaceId, userId, ...feed },
    update: feed,
    select: { createdAt: true },
  });
}

export async function deleteCalendarFeed(
  tx: Pick<Tx, 'calendarFeed'>,
  { workspaceId, userId }: CalendarOwner,
): Promise<void> {
  await tx.calendarFeed.deleteMany({ where: { workspaceId, userId } });
}

/** The owner of the calendar with this secret: an enabled member, or null. Records that it was read. */
export async function takeCalendarFeed(
  tx: Pick<Tx, '$queryRaw'>,
  tokenHash: Hash,
  now: Date,
): Promise<(CalendarOwner & { name: string }) | null> {
  const rows = await tx.$queryRaw<(CalendarOwner & { name: string })[]>`
    update calendar_feeds as f set last_read_at = ${now}
      from memberships m join workspaces w on w.id = m.workspace_id
     where f.token_hash = ${tokenHash} and m.workspace_id = f.workspace_id and m.user_id = f.user_id
       and m.disabled_at is null
    returning f.workspace_id::text as "workspaceId", f.user_id::text as "userId", w.name`;
  return rows[0] ?? null;
}
