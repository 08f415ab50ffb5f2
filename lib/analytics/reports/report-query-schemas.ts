import { z } from 'zod';
import { DAY_PARTS, REPORT_GROUPINGS } from '#/lib/analytics/reports/report-levels.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { dateInput, instantInput } from '#/lib/core/instant-schemas.ts';
import { projectNameInput } from '#/lib/tracking/projects/project-schemas.ts';
import { tagInput } from '#/lib/tracking/timers/subject-schemas.ts';
import { timerType } from '#/lib/tracking/timers/timer-schemas.ts';

export const ROUNDINGS = ['up', 'down', 'nearest'] as const;
export const ROUNDING_UNITS = ['entry', 'day'] as const;

const MAX_VALUES = 100;
const MAX_GROUPS = 1_000;
const DAY_MINUTES = 1_440;

const dayOrInstant = z.union([dateInput, instantInput], {
  error: 'must be a day, such as 2026-11-19, or an instant with its zone, such as 2026-11-19T14:32:08+01:00',
});

/**
 * Several values separated by commas. A comma in a value is written `%2C`, percent-encoded once more as every query is.
 */
function listOf<T extends z.ZodType<unknown, string>>(value: T) {
  return z
    .string()
    .max(8_000)
    .transform((text) => text.split(',').filter(Boolean).map(decodeValue))
    .pipe(z.array(value).min(1, 'must have at least one value').max(MAX_VALUES));
}

/** A text that is not percent-encoded stays as it is. */
function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The filters of a report. */
export const reportFilters = {
  from: dayOrInstant.describe('Instant, or day (from its start).'),
  to: dayOrInstant.describe('Instant (exclusive), or day (up to its end). At most 400 days after `from`.'),
  time_zone: z
    .string()
    .max(64)
    .optional()
    .describe(
      "IANA name: everyone's days begin and end by the clocks there. If omitted, each member's days are in their own zone, so that a total is the sum of what the members see.",
    ),
  user_id: listOf(z.uuid())
    .optional()
    .describe('Ids of members, separated by commas. If omitted: everyone, with `timers:read_all`; otherwise yourself.'),
  project_id: listOf(projectNameInput)
    .optional()
    .describe('Ids or names of projects, separated by commas; `none` for timers without one.'),
  ticket: listOf(z.string().trim().min(1).max(64))
    .optional()
    .describe('Keys or ids of tickets, separated by commas; `none` for timers without one.'),
  tag: listOf(tagInput)
    .optional()
    .describe('Timers that have one of these tags, separated by commas; a comma in a tag is written %2C.'),
  type: listOf(timerType).optional().describe('Types of timers, separated by commas.'),
};

export const reportSummaryQuery = z.strictObject({
  ...reportFilters,
  group_by: listOf(z.enum(REPORT_GROUPINGS))
    .refine((levels) => levels.length <= 2, 'Group by at most two levels')
    .refine((levels) => new Set(levels).size === levels.length, 'Group by two different levels')
    .optional()
    .describe(`One or two of ${REPORT_GROUPINGS.join(', ')}, with a comma between. Left out: \`project\`.`),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_GROUPS)
    .default(100)
    .describe('The maximum number of groups, and of groups within each of them.'),
});

export const dailyTotalsQuery = z.strictObject({
  ...reportFilters,
  group_by: z.enum(DAY_PARTS).default('project').describe('What a day is divided by.'),
});

export const detailedReportQuery = z.strictObject({
  ...reportFilters,
  round: z
    .enum(ROUNDINGS)
    .optional()
    .describe('How `rounded_ms` is rounded. Stored time doesn’t change. If omitted, it isn’t rounded.'),
  round_to_minutes: z.coerce
    .number()
    .int()
    .min(1)
    .max(DAY_MINUTES)
    .default(15)
    .describe('Rounds to multiples of this.'),
  round_per: z
    .enum(ROUNDING_UNITS)
    .default('entry')
    .describe(
      "`entry`: each timer's time in the range is rounded by itself. `day`: the sum of each member's day is rounded; its timers share what rounding adds or removes, in the order of their starts, so that rows always add up to the total.",
    ),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

export type ReportSummaryQuery = z.infer<typeof reportSummaryQuery>;
export type DailyTotalsQuery = z.infer<typeof dailyTotalsQuery>;
export type DetailedReportQuery = z.infer<typeof detailedReportQuery>;
