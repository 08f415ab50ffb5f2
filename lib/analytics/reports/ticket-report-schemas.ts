import { z } from 'zod';
import { reportFilters } from '#/lib/analytics/reports/report-query-schemas.ts';
import { reportHeading, trackedMs } from '#/lib/analytics/reports/report-schemas.ts';
import { elapsedMsOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';

export const TICKET_REPORT_SORTS = ['over', 'tracked', 'key'] as const;

export const ticketReportQuery = z.strictObject({
  ...reportFilters,
  sort: z
    .enum(TICKET_REPORT_SORTS)
    .default('over')
    .describe(
      '`over`: by how far they are past their estimate, the furthest first, then those with most left of it last, and those without an estimate at the end; `tracked`: most time in the range first; `key`: by key.',
    ),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('The maximum number of tickets.'),
});

const count = z.int().min(0);

const rowOut = z
  .object({
    ticket_id: z.uuid(),
    key: z.string(),
    title: z.string(),
    project: projectRefOut.nullable(),
    estimate_ms: elapsedMsOut.nullable().describe('Null without an estimate.'),
    tracked_ms: trackedMs,
    timers: count.describe('How many timers have time in the range.'),
    total_ms: elapsedMsOut.describe(
      'All time ever tracked on the ticket, up to as_of: everyone’s for those with `timers:read_all`, else your own. Filters don’t narrow it.',
    ),
    over_ms: z
      .int()
      .nullable()
      .describe(
        'total_ms minus estimate_ms; if negative, it is what is left of the estimate. Null without an estimate.',
      ),
  })
  .meta({ id: 'TicketReportRow' });

export const ticketReportResponse = z
  .object({
    ...reportHeading,
    totals: z
      .object({
        tickets: count.describe('Tickets with time in the range.'),
        tracked_ms: trackedMs,
        without_ticket_ms: elapsedMsOut.describe('Time in the range of timers without a ticket.'),
        estimated: count.describe('How many of these tickets have an estimate.'),
        over: count.describe('How many of those are past their estimate.'),
        over_ms: elapsedMsOut.describe('By how much they are past it in total.'),
      })
      .describe('Of everything that the filters match, not only of the listed tickets.'),
    rows: z.array(rowOut).describe('Tickets with time in the range.'),
    left_out: count.describe('How many more there are than `limit`.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TicketReport' });

export type TicketReportSort = (typeof TICKET_REPORT_SORTS)[number];
export type TicketReportQuery = z.infer<typeof ticketReportQuery>;
export type TicketReportJson = z.infer<typeof ticketReportResponse>;
