import type { Week } from '#/lib/tracking/weeks/week.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';
import type { WeekTime } from '#/lib/tracking/weeks/week-time-query.ts';

/** A week as the API returns it, with the time tracked in it as of now. */
export function weekJson(week: Week, { totalMs, isGrowing }: WeekTime): WeekJson {
  return { ...weekFactsJson(week), total_ms: totalMs, growing: isGrowing };
}

/** Its record, as the feed shows it. */
export function weekFactsJson(week: Week): Omit<WeekJson, 'total_ms' | 'growing'> {
  return {
    user_id: week.userId,
    starts_on: week.startsOn,
    status: week.status,
    submitted_at: week.submittedAt?.toISOString() ?? null,
    submitted_ms: week.submittedMs,
    decided_at: week.decidedAt?.toISOString() ?? null,
    decided_by: week.decidedBy,
    approved_ms: week.approvedMs,
    comment: week.comment,
  };
}
