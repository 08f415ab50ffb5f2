import { z } from 'zod';
import { newPassword } from '#/lib/accounts/users/user-schemas.ts';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS } from '#/lib/analytics/report-links/link-days.ts';
import type { DailyTotalsJson, ReportGroupJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { reportName, savedQueryInput } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const createReportLinkInput = z
  .strictObject({
    name: reportName.describe('Title of the page behind the link.'),
    query: savedQueryInput.describe('Stays as it is even if a saved report changes. `me` is you.'),
    expires_in_days: z
      .int()
      .min(1, 'Choose at least one day.')
      .max(MAX_LINK_DAYS, `Choose at most ${MAX_LINK_DAYS} days.`)
      .default(DEFAULT_LINK_DAYS),
    password: newPassword.optional().describe('If omitted, anyone who has the link can read the report.'),
  })
  .meta({ id: 'CreateReportLink' });

const reportLinkOut = z
  .object({
    id: z.uuid(),
    name: z.string(),
    of_others: z.boolean().describe('Whether it shows time of people other than its creator.'),
    has_password: z.boolean(),
    created_by: z.object({ user_id: z.uuid(), name: z.string() }),
    created_at: instantOut,
    expires_at: instantOut,
    has_expired: z.boolean(),
    times_opened: z.int().min(0),
    last_opened_at: instantOut.nullable(),
  })
  .meta({ id: 'ReportLink' });

export const newReportLinkResponse = z
  .object({
    link: reportLinkOut,
    url: z.url().describe('The link, shown only once.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'CreateReportLinkResponse' });
export const reportLinkResponse = z
  .object({ link: reportLinkOut, server_time: serverTimeOut })
  .meta({ id: 'ReportLinkResponse' });
export const reportLinkListResponse = z
  .object({ links: z.array(reportLinkOut).describe('Newest first.'), server_time: serverTimeOut })
  .meta({ id: 'ReportLinkList' });

/** The secret in a link: 43 characters of base64url, 256 bits. */
export const reportLinkToken = z.string().regex(/^[\w-]{43}$/);

export const unlockReportInput = z.strictObject({
  token: reportLinkToken,
  password: z
    .string('Enter the password.')
    .min(1, 'Enter the password.')
    .max(1_000, 'This is too long for a password.'),
});

export type CreateReportLinkInput = z.output<typeof createReportLinkInput>;
export type ReportLinkJson = z.output<typeof reportLinkOut>;
export type NewReportLinkJson = z.output<typeof newReportLinkResponse>;
export type ReportLinkListJson = z.output<typeof reportLinkListResponse>;
export type UnlockReportInput = z.output<typeof unlockReportInput>;

/** Everything that the page of a link shows. */
export type SharedReport = {
  summary: Pick<
    ReportSummaryJson,
    'as_of' | 'totals' | 'previous' | 'pomodoro' | 'group_by' | 'groups' | 'groups_left_out' | 'adjustments'
  >;
  /** What the parts of the days are, in descending order of time. */
  parts: Pick<ReportGroupJson, 'by' | 'value' | 'key' | 'name'>[];
  days: Pick<DailyTotalsJson, 'days'>;
};
