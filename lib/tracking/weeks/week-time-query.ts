import { DAY_MS } from '#/lib/core/duration.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';
import { listDayTotals } from '#/lib/tracking/days/day-totals-query.ts';
import { findLocalRange } from '#/lib/tracking/days/local-range-query.ts';

type Reader = Pick<Tx, '$queryRaw' | 'user' | 'span'>;
type Key = { workspaceId: string; userId: string; startsOn: string };
/** Whether a week of theirs begins on that day, when it begins, and the time tracked in it as of now. */
export type WeekTime = {
  isFirstDay: boolean;
  startsAt: Date;
  totalMs: number;
  /** A timer of theirs is running in it, so its sum is changing. */
  isGrowing: boolean;
};

/**
 * The time tracked in the seven days that begin on a day, for a member, or for a former member with a week there.
 * @throws AppError 404 `member_not_found`
 */
export async function findWeekTime(tx: Reader, { workspaceId, userId, startsOn }: Key, now: Date): Promise<WeekTime> {
  const owner = await tx.user.findFirst({
    where: {
      id: userId,
      OR: [
        { memberships: { some: { workspaceId } } },
        { weeks: { some: { workspaceId, startsOn: new Date(startsOn) } } },
      ],
    },
    select: { timeZone: true, dayStartHour: true, weekStart: true },
  });
  if (!owner) throw notFound('member');
  const { weekStart, ...rule } = owner;
  const range = await findLocalRange(tx, { from: startsOn, to: lastDay(startsOn) }, rule);
  const [startsAt, endsAt] = [range.from as Date, range.to as Date];
  const totals = await listDayTotals(tx, { workspaceId, userId, range, now }, rule);
  return {
    isFirstDay: weekday(startsOn) === weekStart,
    startsAt,
    totalMs: totals.reduce((sum, day) => sum + day.elapsedMs, 0),
    isGrowing: startsAt <= now && now < endsAt && (await hasOpenSpan(tx, { workspaceId, userId })),
  };
}

async function hasOpenSpan(tx: Reader, of: Pick<Key, 'workspaceId' | 'userId'>): Promise<boolean> {
  return (await tx.span.findFirst({ where: { ...of, endedAt: null }, select: { id: true } })) !== null;
}

function lastDay(startsOn: string): string {
  return new Date(Date.parse(startsOn) + 6 * DAY_MS).toISOString().slice(0, 10);
}

/** ISO 8601: 1 is Monday, 7 is Sunday. */
function weekday(day: string): number {
  return ((new Date(day).getUTCDay() + 6) % 7) + 1;
}
