import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { dayOnTheWall, startOfDay } from '#/lib/tracking/timers/start-of-day.ts';

type Week = { timeZone: string; dayStartHour: number; weekStart: number };

/** The instant at which the week that somebody lives in began: their zone, their hour, their first day. */
export async function findWeekStart(tx: Pick<Tx, '$queryRaw' | 'user'>, userId: string, now: Date): Promise<Date> {
  const week: Week = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { timeZone: true, dayStartHour: true, weekStart: true },
  });
  const today = Prisma.sql`(${dayOnTheWall(Prisma.sql`${now}::timestamptz`, week)})::date`;
  const first = Prisma.sql`${today} - (extract(isodow from ${today})::int - ${week.weekStart}::int + 7) % 7`;
  const rows = await tx.$queryRaw<{ at: Date }[]>`select ${startOfDay(first, week)} as at`;
  return (rows[0] as { at: Date }).at;
}
