import { z } from 'zod';
import { DAY_PARTS, REPORT_GROUPINGS } from '#/lib/analytics/reports/report-levels.ts';
import { elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';
import { ticketRefOut } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { timerStatus, timerType } from '#/lib/tracking/timers/timer-schemas.ts';

const count = z.int().min(0);
/** For operations whose figures cover the range. */
export const trackedMs = elapsedMsOut.describe('Time in the range; running timers are counted up to as_of.');
const groupBy = z.enum(REPORT_GROUPINGS);

/** The fields that every report has. */
export const reportHeading = {
  of: z.enum(['everyone', 'you']).describe("Whose time it is: everyone's, with `timers:read_all`."),
  from: instantOut.describe('Where the range begins for the caller.'),
  to: instantOut.describe('Where it ends for the caller.'),
  time_zone: z.string().describe("The requested zone, or else the caller's."),
  as_of: instantOut.describe('Running timers are counted up to here.'),
  totals_refreshed_at: instantOut
    .nullable()
    .describe(
      'When stored totals were last refreshed; null before the first time. Reports are always up to date: what has changed since then is counted from its spans.',
    ),
};

const keyOut = {
  value: z
    .string()
    .nullable()
    .describe(
      'A day or the first day of a week (2026-11-19), a month (2026-11), the id of a member, a project or a ticket, a tag or a type. Null: without one.',
    ),
  key: z.string().nullable().describe('Of a ticket, such as API-412.'),
  name: z.string().nullable().describe('Of a member or project; the title of a ticket.'),
};

const groupFigures = {
  tracked_ms: trackedMs,
  timers: count.describe('How many timers have time in it.'),
  share: z
    .number()
    .min(0)
    .max(1)
    .describe('Its share of the time of the whole report. A timer with two tags counts in both groups.'),
};

const innerGroupOut = z.object({ by: groupBy, ...keyOut, ...groupFigures }).meta({ id: 'ReportInnerGroup' });
const groupOut = z
  .object({
    by: groupBy,
    ...keyOut,
    ...groupFigures,
    groups: z
      .array(innerGroupOut)
      .describe('By the second level: days, weeks and months in order, the others by time, most first.'),
    groups_left_out: count.describe('How many more there are within it than `limit`.'),
  })
  .meta({ id: 'ReportGroup' });

const totalsFields = {
  tracked_ms: trackedMs,
  timers: count,
  spans: count.describe('Uninterrupted stretches of those timers that are at least partly in the range.'),
  people: count.describe('How many members have time in the range.'),
  working_days: count.describe('Days with time; days of different members are counted separately.'),
  average_session_ms: elapsedMsOut.nullable().describe('Time by timer; null without timers.'),
};

const totalsOut = z
  .object({
    ...totalsFields,
    target_ms_per_working_day: elapsedMsOut
      .nullable()
      .describe(
        'The member’s target for a day; for several members, the mean over their working days. Null if none of them has a target.',
      ),
    running: count.describe('How many timers are running. The figures grow by the passing time multiplied by this.'),
  })
  .meta({ id: 'ReportTotals' });

const comparisonOut = z
  .object({
    from: instantOut,
    to: instantOut,
    ...totalsFields,
  })
  .meta({
    id: 'ReportComparison',
    description: 'The same figures of the period just before, of as many days (or as long, for a range of instants).',
  });

const byTypeOut = z.object({
  type: timerType,
  timers: count,
  tracked_ms: trackedMs,
  average_ms: elapsedMsOut.describe('Time by timer.'),
  longest_ms: elapsedMsOut.describe('The most time that one timer has in the range.'),
});

const weekdayOut = z.object({
  weekday: z.int().min(1).max(7).describe('ISO 8601: 1 is Monday, 7 is Sunday.'),
  days: count.describe('How many of these weekdays in the range have begun.'),
  average_minutes: z
    .array(z.number().min(0).max(60))
    .length(24)
    .describe(
      'For each hour on the clock, midnight first: minutes tracked, on average of those days and of the members with time in the range.',
    ),
});

const adjustmentOut = z.object({
  timers: count,
  ms: z.int().describe('How much time that added to these timers; negative if it removed time.'),
});

export const reportSummaryResponse = z
  .object({
    ...reportHeading,
    totals: totalsOut,
    previous: comparisonOut,
    group_by: z.array(groupBy).min(1).max(2),
    groups: z
      .array(groupOut)
      .describe('By the first level: days, weeks and months in order, the others by time, most first.'),
    groups_left_out: count.describe('How many more there are than `limit`.'),
    by_type: z.array(byTypeOut).describe('Types with time in the range, the one with most timers first.'),
    hours: z
      .array(weekdayOut)
      .length(7)
      .describe('When work happens, Monday first, by the clock of each member (or of `time_zone`).'),
    pomodoro: z
      .object({
        planned_cycles: count.describe('Work phases of pomodoro timers that ended in the range.'),
        kept_cycles: count.describe('How many of them were worked for as long as planned, or longer.'),
      })
      .describe('How well pomodoros were kept.'),
    adjustments: z
      .object({
        trimmed: adjustmentOut.describe("Timers cut by their member's response to “Still working?”."),
        corrected_by_admin: adjustmentOut.describe('Timers corrected by someone other than their member.'),
        added_by_hand: adjustmentOut.describe('Timers with time that was entered, not measured.'),
      })
      .describe('What was changed after the fact, of timers with time in the range. Undone changes are left out.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ReportSummary' });

const partOut = z.object({ ...keyOut, tracked_ms: trackedMs, timers: count }).meta({ id: 'DayPart' });

const dailyTotalOut = z
  .object({
    date: z.iso.date(),
    starts_at: instantOut.describe(
      "By the caller's clock, or that of `time_zone`. In reports about several members without a `time_zone`, each member's day begins by their own.",
    ),
    ends_at: instantOut.describe('Start of the next day: 23 or 25 hours later when clocks change.'),
    tracked_ms: trackedMs,
    timers: count.describe('How many timers have time on this day.'),
    parts: z
      .array(partOut)
      .describe('Most time first. Their sum is that of the day, except with tags: a timer can have several.'),
  })
  .meta({ id: 'DailyTotal' });

export const dailyTotalsResponse = z
  .object({
    ...reportHeading,
    tracked_ms: trackedMs,
    running: count.describe('How many timers are running. The figures grow by the passing time multiplied by this.'),
    group_by: z.enum(DAY_PARTS),
    days: z.array(dailyTotalOut).describe('Every day of the range, oldest first; future days have no time.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'DailyTotals' });

const rowOut = z
  .object({
    id: z.uuid().describe('Of the timer.'),
    user_id: z.uuid(),
    member: z.string().describe('Name of the member.'),
    time_zone: z.string().describe('IANA name: where the member is.'),
    type: timerType,
    status: timerStatus,
    title: z.string(),
    ticket: ticketRefOut.nullable(),
    project: projectRefOut.nullable(),
    tags: z.array(z.string()),
    started_at: instantOut,
    ended_at: instantOut.nullable(),
    date: z.iso.date().describe('The first day in the range on which it has time.'),
    exact_ms: elapsedMsOut.describe('Its time in the range.'),
    rounded_ms: elapsedMsOut.describe('Rounded as requested; equal to exact_ms without `round`.'),
    spans: count.describe('Stretches in the range.'),
    needs_review: z.boolean(),
  })
  .meta({ id: 'ReportRow' });

export const detailedReportResponse = z
  .object({
    ...reportHeading,
    totals: z
      .object({ exact_ms: elapsedMsOut, rounded_ms: elapsedMsOut, timers: count, running: count })
      .describe('Of everything that the filters match, not only of this page.'),
    rows: z
      .array(rowOut)
      .describe('Timers with time in the range; those of the latest `date` first, and of a day the latest started.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'DetailedReport' });

export type ReportGroupJson = z.infer<typeof groupOut>;
export type ReportSummaryJson = z.infer<typeof reportSummaryResponse>;
export type DailyTotalsJson = z.infer<typeof dailyTotalsResponse>;
export type DetailedReportJson = z.infer<typeof detailedReportResponse>;
