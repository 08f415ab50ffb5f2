import type { Tx } from '#/lib/db/client.ts';

/** A member's days: today, the first of their week, and the first that may be part of a streak. */
export type StreakDays = { today: string; weekFrom: string; since: string };
export type StreakMember = {
  timeZone: string;
  workingHours: { days: number[] } | null;
  dayTargetSeconds: number | null;
  weekTargetSeconds: number | null;
} & StreakDays;

/** A member's days in their zone, and their targets. */
export async function findStreakMember(
  tx: Pick<Tx, '$queryRaw'>,
  userId: string,
  { now, daysBack }: { now: Date; daysBack: number },
): Promise<StreakMember> {
  const rows = await tx.$queryRaw<StreakMember[]>`
    select u.time_zone as "timeZone", u.working_hours as "workingHours", u.day_target_seconds as "dayTargetSeconds",
           u.week_target_seconds as "weekTargetSeconds", d.today::text as today, (d.today - ${daysBack}::int)::text as since,
           (d.today - (extract(isodow from d.today)::int - u.week_start + 7) % 7)::text as "weekFrom"
    from users u, lateral (select local_day(${now}::timestamptz, u.time_zone, u.day_start_hour::int) as today) as d
    where u.id = ${userId}::uuid`;
  return rows[0] as StreakMember;
}
