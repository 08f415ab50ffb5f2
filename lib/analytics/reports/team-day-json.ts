import type { TeamDay } from '#/lib/analytics/reports/get-team-day.ts';
import { reportHeading } from '#/lib/analytics/reports/report-json.ts';
import type { TeamDayJson } from '#/lib/analytics/reports/team-day-schemas.ts';

export function teamDayJson({ scope, members, memberCount, active }: TeamDay): TeamDayJson {
  return {
    ...reportHeading(scope),
    members: members.map(({ userId, name, trackedMs, spans }) => ({
      user_id: userId,
      name,
      tracked_ms: trackedMs,
      spans: spans.map(({ timerId, type, title, ticketKey, startedMs, endedMs }) => ({
        timer_id: timerId,
        type,
        title,
        ticket_key: ticketKey,
        started_at: new Date(startedMs).toISOString(),
        ended_at: endedMs === null ? null : new Date(endedMs).toISOString(),
      })),
    })),
    members_left_out: memberCount - members.length,
    active,
    server_time: scope.now.toISOString(),
  };
}
