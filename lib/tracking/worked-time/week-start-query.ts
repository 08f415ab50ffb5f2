import type { Tx } from '#/lib/db/client.ts';

type Week = { timeZone: string; dayStartHour: number; weekStart: number };

/** The instant at which the person's current week began: in their zone, with their hour and first day. */
export async function findWeekStart(tx: Pick<Tx, '$queryRaw' | 'user'>, userId: string, now: Date): Promise<Date> {
  const week: Week = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { timeZone: true, dayStartHour: true, weekStart: true },
  });
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    select start_of_day(
      today - (extract(isodow from today)::int - ${week.weekStart}::int + 7) % 7, ${week.timeZone}, ${week.dayStartHour}::int
    ) as at
    from local_day(${now}::timestamptz, ${week.timeZone}, ${week.dayStartHour}::int) as today`;
  return (rows[0] as { at: Date }).at;
}
