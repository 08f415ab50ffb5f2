import type { TicketReport } from '#/lib/analytics/reports/get-ticket-report.ts';
import { reportHeading } from '#/lib/analytics/reports/report-json.ts';
import type { TicketReportJson } from '#/lib/analytics/reports/ticket-report-schemas.ts';

export function ticketReportJson({ scope, totals, rows }: TicketReport): TicketReportJson {
  return {
    ...reportHeading(scope),
    totals: {
      tickets: totals.tickets,
      tracked_ms: totals.trackedMs,
      without_ticket_ms: totals.withoutTicketMs,
      estimated: totals.estimated,
      over: totals.over,
      over_ms: totals.overMs,
    },
    rows: rows.map((row) => ({
      ticket_id: row.id,
      key: row.key,
      title: row.title,
      project: row.project,
      estimate_ms: row.estimateMs,
      tracked_ms: row.trackedMs,
      timers: row.timers,
      total_ms: row.totalMs,
      over_ms: row.overMs,
    })),
    left_out: totals.tickets - rows.length,
    server_time: scope.now.toISOString(),
  };
}
