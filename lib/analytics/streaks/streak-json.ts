import type { Streak } from '#/lib/analytics/streaks/get-streak.ts';
import type { StreakJson } from '#/lib/analytics/streaks/streak-schemas.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export function streakJson({ userId, member, workingDays, now, ...streaks }: Streak): StreakJson {
  const target = (seconds: number | null) => (seconds === null ? null : seconds * SECOND_MS);
  return {
    user_id: userId,
    time_zone: member.timeZone,
    as_of: now.toISOString(),
    today: { date: member.today, tracked_ms: streaks.todayMs, target_ms: target(member.dayTargetSeconds) },
    week: { from: member.weekFrom, tracked_ms: streaks.weekMs, target_ms: target(member.weekTargetSeconds) },
    current: streaks.current,
    longest: streaks.longest,
    working_days: workingDays,
    since: member.since,
    server_time: now.toISOString(),
  };
}
