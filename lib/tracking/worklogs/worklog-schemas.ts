import { z } from 'zod';
import { dateInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

const tracker = z.enum(['gitlab', 'jira_cloud', 'jira_data_center']);
const email = z.email('Enter an email address.').max(320);
const token = z
  .string()
  .trim()
  .min(8, 'Use at least 8 characters.')
  .max(2_000, 'Use at most 2,000 characters.')
  .regex(/^[\x21-\x7e]+$/, 'Use letters, digits, and punctuation only.');

export const setWorklogsInput = z
  .strictObject({
    enabled: z.boolean().describe('false: nothing more is pushed, and what was pushed stays.'),
    tracker: tracker.describe('`gitlab` for a source of GitLab; the edition of Jira for one of Jira.'),
    base_url: z
      .string()
      .trim()
      .min(1, 'Enter a URL.')
      .max(2_000)
      .describe('Where the tracker is, with https: `https://gitlab.com`, `https://acme.atlassian.net`.'),
    email: email
      .nullable()
      .optional()
      .describe('Jira Cloud only: the email address of the account whose API token it is.'),
    token: token
      .optional()
      .describe(
        'GitLab: a personal, group or project access token with the scope `api`. Jira Cloud: an API token. Jira Data Center: a personal access token. Kept encrypted and never shown. Left out: the one in use stays; another base_url, email or tracker needs it again.',
      ),
    names_author: z
      .boolean()
      .default(true)
      .describe(
        'All worklogs are made by the account of the token. Whether their comments begin with the name of the member.',
      ),
    adjusts_estimate: z
      .boolean()
      .default(false)
      .describe('Jira only: whether the remaining estimate of the issue is reduced by the time.'),
    keep_pushed: z
      .boolean()
      .default(false)
      .describe(
        'Only with another base_url or tracker: worklogs that were pushed stay where they are and are not updated anymore, and sessions that end from now on are pushed. Without it such a change is rejected while there are any.',
      ),
    from_date: dateInput
      .nullable()
      .optional()
      .describe(
        'Days from this one on are pushed too, even if their session ended before worklogs were turned on. If omitted or null, only sessions that end from then on.',
      ),
  })
  .meta({ id: 'SetWorklogs' });

const worklogsOut = withReadOnly(
  z.object({
    enabled: z.boolean().describe('Whether they are turned on; also while paused.'),
    state: z
      .enum(['off', 'on', 'paused', 'removing'])
      .describe(
        'paused: the tracker rejected the token; see paused_reason. removing: what was pushed is being removed.',
      ),
    tracker: tracker.nullable(),
    base_url: z.string().nullable(),
    email: z.string().nullable(),
    names_author: z.boolean(),
    adjusts_estimate: z.boolean(),
    since: instantOut.nullable().describe('When they were last turned on.'),
    from_date: z.iso.date().nullable(),
    paused_at: instantOut.nullable(),
    paused_reason: z.string().nullable(),
    counts: z.object({
      pushed: z.int().min(0),
      waiting: z.int().min(0).describe('Waiting for another attempt, or in flight.'),
      failed: z.int().min(0).describe('Failed. See failures.'),
    }),
    failures: z
      .array(
        z.object({
          timer_id: z.uuid(),
          day: z.iso.date(),
          ticket_key: z.string().nullable(),
          error: z.string(),
          failed_at: instantOut,
        }),
      )
      .describe('The 20 newest.'),
  }),
  ['state', 'since', 'paused_at', 'paused_reason', 'counts', 'failures'],
).meta({ id: 'Worklogs' });

export const worklogsResponse = z
  .object({ worklogs: worklogsOut, server_time: serverTimeOut })
  .meta({ id: 'WorklogsResponse' });

const worklogTestOut = z
  .object({
    ok: z.boolean(),
    account: z.string().nullable().describe('Account of the token.'),
    error: z.string().nullable(),
  })
  .meta({ id: 'WorklogTest' });

export const testWorklogsResponse = z
  .object({ test: worklogTestOut, server_time: serverTimeOut })
  .meta({ id: 'TestWorklogsResponse' });

export type SetWorklogsInput = z.output<typeof setWorklogsInput>;
export type WorklogsJson = z.infer<typeof worklogsOut>;
export type WorklogsResponseJson = z.infer<typeof worklogsResponse>;
export type TestWorklogsJson = z.infer<typeof testWorklogsResponse>;
