import { z } from 'zod';
import { REPORT_GROUPINGS } from '#/lib/analytics/reports/report-levels.ts';
import {
  MAX_REPORT_DAYS,
  REPORT_NAME_MAX,
  REPORT_PAGES,
  REPORT_PERIODS,
} from '#/lib/analytics/saved-reports/saved-report.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { dateInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { projectNameInput } from '#/lib/tracking/projects/project-schemas.ts';
import { tagInput } from '#/lib/tracking/timers/subject-schemas.ts';
import { timerType } from '#/lib/tracking/timers/timer-schemas.ts';

const MAX_VALUES = 100;

export const reportName = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(REPORT_NAME_MAX, `Use at most ${REPORT_NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Don’t use control characters.');

const few = <T extends z.ZodType>(value: T) => z.array(value).max(MAX_VALUES).default([]);

const queryFields = {
  period: z
    .enum(REPORT_PERIODS)
    .describe('`week`, `month` and `year` end with the day on which the report is read; `custom` is `from` to `to`.'),
  from: dateInput.nullable().default(null).describe('First day of `custom`; null otherwise.'),
  to: dateInput.nullable().default(null).describe('Last day of `custom`; null otherwise.'),
  whose: z
    .union([z.enum(['me', 'everyone']), z.uuid()])
    .default('me')
    .describe('`me` is whoever reads the report. `everyone`, or the id of another member, needs `timers:read_all`.'),
  page: z.enum(REPORT_PAGES).default('overview').describe('The page of Reports on which it opens.'),
  group_by: z
    .enum(REPORT_GROUPINGS)
    .default('project')
    .describe(
      'Bars of days are divided by this, or else by `then_by`, or else by project: the first of these that isn’t a period.',
    ),
  then_by: z.enum(REPORT_GROUPINGS).nullable().default(null).describe('The second level, within the first.'),
  project_id: few(projectNameInput).describe('Ids or names; `none` for timers without one.'),
  ticket: few(z.string().trim().min(1).max(64)).describe('Keys or ids; `none` for timers without one.'),
  tag: few(tagInput),
  type: few(timerType),
};

type Dates = { period: string; from: string | null; to: string | null };

export const savedQueryInput = z
  .strictObject(queryFields)
  .refine(({ period, from, to }: Dates) => (period === 'custom') === (from !== null && to !== null), {
    path: ['from'],
    message: 'Send from and to with the period custom, and with no other.',
  })
  .refine(({ from, to }: Dates) => (from === null) === (to === null), {
    path: ['to'],
    message: 'Send both from and to, or neither.',
  })
  .refine(({ from, to }: Dates) => from === null || to === null || from <= to, {
    path: ['to'],
    message: 'The first day must come before the last.',
  })
  .refine(({ from, to }: Dates) => from === null || to === null || daysBetween(from, to) <= MAX_REPORT_DAYS, {
    path: ['to'],
    message: `Choose at most ${MAX_REPORT_DAYS} days.`,
  })
  .refine(({ group_by, then_by }) => group_by !== then_by, {
    path: ['then_by'],
    message: 'Group by two different levels',
  })
  .meta({ id: 'SavedReportQuery', description: 'What a report is about.' });

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

const isShared = z
  .boolean()
  .describe(
    'Whether the other members see it, too. A report about other people’s time is visible only with `timers:read_all`, and everyone reads it with their own permissions.',
  );

export const createSavedReportInput = z
  .strictObject({ name: reportName, query: savedQueryInput, is_shared: isShared.default(false) })
  .meta({ id: 'CreateSavedReport' });

export const editSavedReportInput = z
  .strictObject({ name: reportName.optional(), query: savedQueryInput.optional(), is_shared: isShared.optional() })
  .meta({ id: 'EditSavedReport' });

const savedReportOut = withReadOnly(
  z.object({
    id: z.uuid(),
    name: z.string(),
    query: z.object({
      ...queryFields,
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      whose: z.string(),
      project_id: z.array(z.string()),
      ticket: z.array(z.string()),
      tag: z.array(z.string()),
      type: z.array(timerType),
      page: z.enum(REPORT_PAGES),
      group_by: z.enum(REPORT_GROUPINGS),
      then_by: z.enum(REPORT_GROUPINGS).nullable(),
    }),
    is_shared: z.boolean(),
    owner: z.object({ user_id: z.uuid(), name: z.string() }).describe('Who saved it. Only they can change it.'),
    created_at: instantOut,
    updated_at: instantOut,
    version: z.int().min(1),
  }),
  ['id', 'owner', 'created_at', 'updated_at', 'version'],
).meta({ id: 'SavedReport' });

export const savedReportResponse = z
  .object({ saved_report: savedReportOut, server_time: serverTimeOut })
  .meta({ id: 'SavedReportResponse' });
export const savedReportListResponse = z
  .object({
    saved_reports: z.array(savedReportOut).describe('Your own and those shared with the workspace, by name.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'SavedReportList' });

export type CreateSavedReportInput = z.output<typeof createSavedReportInput>;
export type EditSavedReportInput = z.output<typeof editSavedReportInput>;
export type SavedReportJson = z.output<typeof savedReportOut>;
export type SavedReportResponseJson = z.output<typeof savedReportResponse>;
export type SavedReportListJson = z.output<typeof savedReportListResponse>;
