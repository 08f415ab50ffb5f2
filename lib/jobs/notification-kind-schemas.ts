import { z } from 'zod';
import { dateInput, instantOut } from '#/lib/core/instant-schemas.ts';

const seconds = z.int().min(0);
/** What a timer is called on a page: its ticket's key, else its title, else nothing. */
const ofTimer = { timer_id: z.uuid(), label: z.string().max(500) };
/** The member, and the first day of the week. */
const ofWeek = { user_id: z.uuid(), starts_on: dateInput };
/** A proposed correction: when the time was, and its old and new length. */
const ofProposal = {
  ...ofTimer,
  proposal_id: z.uuid(),
  started_at: instantOut,
  before_seconds: seconds,
  after_seconds: seconds,
};
/** What operators are alerted to. */
export const ALERT_RULES = ['no_worker', 'canary_silent', 'lateness', 'dead_letters', 'broker_failing'] as const;
export type AlertRule = (typeof ALERT_RULES)[number];
const PHASES = ['work', 'short_break', 'long_break', 'rest'] as const;

/**
 * The data of each kind of notification: facts, from which `format-notification.ts` builds sentences in the reader's
 * own zone.
 */
const BY_KIND = {
  long_run: z.object({ ...ofTimer, elapsed_seconds: seconds }),
  absence: z.object({ ...ofTimer, away_from: instantOut, away_to: instantOut }),
  after_hours: z.object({ ...ofTimer, hours_ended_at: instantOut }),
  capped: z.object({ ...ofTimer, cap_seconds: seconds, ended_at: instantOut }),
  phase_ended: z.object({
    ...ofTimer,
    timer_type: z.enum(['pomodoro', 'countdown', 'interval']),
    phase: z.enum(PHASES),
    planned_seconds: seconds,
    next: z.object({ phase: z.enum(PHASES), planned_seconds: seconds }).nullable(),
    waits: z.boolean().describe('The next phase begins when the person says so.'),
    round: z.int().min(1),
  }),
  corrected: z.object({
    ...ofTimer,
    correction_id: z.uuid(),
    by_name: z.string(),
    reason: z.string(),
    timers: z.int().min(1).describe('How many of the reader’s timers; the named one is the first.'),
    started_at: instantOut.describe('When that one began.'),
    before_seconds: seconds,
    after_seconds: seconds,
    reverted: z.boolean().describe('A correction was reverted.'),
  }),
  time_imported: z.object({
    import_id: z.uuid(),
    by_name: z.string(),
    file_name: z.string(),
    entries: z.int().min(1).describe('How many of the reader’s entries.'),
    total_seconds: seconds,
    started_at: instantOut.describe('When the first of them began.'),
    undone: z.boolean().describe('They were removed again.'),
  }),
  correction_proposed: z.object({ ...ofProposal, of_name: z.string(), reason: z.string() }),
  proposal_decided: z.object({
    ...ofProposal,
    by_name: z.string(),
    decision: z.enum(['accepted', 'declined']),
    note: z.string().describe('What the admin says about the decision.'),
  }),
  week_submitted: z.object({ ...ofWeek, of_name: z.string(), total_seconds: seconds }),
  week_decided: z.object({
    ...ofWeek,
    by_name: z.string(),
    decision: z.enum(['approved', 'returned']),
    comment: z.string().describe('What needs to change of a week that was returned.'),
  }),
  export_finished: z.object({
    export_id: z.uuid(),
    file_name: z.string(),
    outcome: z.enum(['ready', 'failed']),
    reason: z.string().optional().describe('Why it failed, where another attempt would fail too.'),
    rows: z.int().min(0),
    expires_at: instantOut.nullable().describe('Until when it can be downloaded.'),
  }),
  endpoint_disabled: z.object({
    endpoint_id: z.uuid(),
    url: z.string(),
    failing_since: instantOut,
    workspace_name: z.string(),
  }),
  worklogs_paused: z.object({
    ticket_source_id: z.uuid(),
    name: z.string().describe('Of the issue tracker.'),
    reason: z.string(),
    workspace_name: z.string(),
  }),
  alert: z.object({
    alert_id: z.uuid(),
    rule: z.enum(ALERT_RULES),
    facts: z.record(z.string(), z.union([z.number(), z.string()])),
    opened_at: instantOut,
    closed_at: instantOut.nullish().describe('It is over.'),
  }),
};

export type NotificationKind = keyof typeof BY_KIND;
export const NOTIFICATION_KINDS = Object.keys(BY_KIND) as [NotificationKind, ...NotificationKind[]];

const payloadOf = <K extends NotificationKind>(kind: K) =>
  z.object({
    workspaceId: z.uuid(),
    userId: z.uuid(),
    kind: z.literal(kind),
    /** The fact it is about, e.g. a question's id and how often it was asked. No one is notified of one fact twice. */
    fact: z.string().min(1).max(200),
    data: BY_KIND[kind],
  });

/** Something to notify a person of, once. */
export const notificationPayload = z.discriminatedUnion('kind', [
  payloadOf('long_run'),
  payloadOf('absence'),
  payloadOf('after_hours'),
  payloadOf('capped'),
  payloadOf('phase_ended'),
  payloadOf('corrected'),
  payloadOf('time_imported'),
  payloadOf('correction_proposed'),
  payloadOf('proposal_decided'),
  payloadOf('week_submitted'),
  payloadOf('week_decided'),
  payloadOf('export_finished'),
  payloadOf('endpoint_disabled'),
  payloadOf('worklogs_paused'),
  payloadOf('alert'),
]);

export type NotificationPayload = z.infer<typeof notificationPayload>;
