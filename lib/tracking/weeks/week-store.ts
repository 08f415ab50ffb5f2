import type { Tx } from '#/lib/db/client.ts';
import type { Week, WeekStatus } from '#/lib/tracking/weeks/week.ts';

type Key = Pick<Week, 'workspaceId' | 'userId' | 'startsOn'>;
/** A position in the list: by first day, newest first, then by member. */
export type WeekPlace = { startsOn: string; userId: string };
export type WeekFilter = {
  workspaceId: string;
  userId?: string | undefined;
  status?: WeekStatus | undefined;
  startsOn?: string | undefined;
};

export async function findWeek(tx: Pick<Tx, 'week'>, key: Key): Promise<Week | null> {
  const row = await tx.week.findUnique({ where: { workspaceId_userId_startsOn: keyOf(key) } });
  return row && weekOf(row);
}

export async function saveWeek(tx: Tx, week: Week): Promise<void> {
  const data = { ...week, startsOn: dateOf(week.startsOn) };
  await tx.week.upsert({ where: { workspaceId_userId_startsOn: keyOf(week) }, create: data, update: data });
}

/** Weeks that were submitted, approved or returned, newest first; from the first, or after a position in that order. */
export async function listWeekRows(
  tx: Pick<Tx, 'week'>,
  { workspaceId, userId, status, startsOn }: WeekFilter,
  { after, limit }: { after: WeekPlace | null; limit: number },
): Promise<Week[]> {
  const rest = after && {
    OR: [
      { startsOn: { lt: dateOf(after.startsOn) } },
      { startsOn: dateOf(after.startsOn), userId: { gt: after.userId } },
    ],
  };
  const rows = await tx.week.findMany({
    where: {
      workspaceId,
      ...(userId && { userId }),
      ...(status && { status }),
      ...(startsOn && { startsOn: dateOf(startsOn) }),
      ...(rest && { AND: rest }),
    },
    orderBy: [{ startsOn: 'desc' }, { userId: 'asc' }],
    take: limit,
  });
  return rows.map(weekOf);
}

type Row = Omit<Week, 'startsOn' | 'status'> & { startsOn: Date; status: string };

function weekOf({ startsOn, status, ...rest }: Row): Week {
  return { ...rest, startsOn: startsOn.toISOString().slice(0, 10), status: status as WeekStatus };
}

function keyOf({ workspaceId, userId, startsOn }: Key) {
  return { workspaceId, userId, startsOn: dateOf(startsOn) };
}

/** Prisma writes a `date` from the UTC day of an instant. */
function dateOf(day: string): Date {
  return new Date(day);
}
