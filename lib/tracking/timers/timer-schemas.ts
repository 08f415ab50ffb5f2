import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { parseDuration } from '#/lib/core/duration.ts';
import { dateInput, elapsedMsOut, instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { projectNameInput, projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';
import { SYNC_ALONE, syncOut, syncsAlone, updatedSinceInput } from '#/lib/tracking/sync/sync-schemas.ts';
import { ticketKeyInput, ticketRefOut } from '#/lib/tracking/tickets/ticket-schemas.ts';

export const timerType = z.enum(['manual', 'pomodoro', 'countdown', 'interval']);
export const timerStatus = z.enum(['running', 'paused', 'stopped', 'completed', 'discarded']);
export const endReason = z.enum(['stopped', 'switched', 'capped', 'finished', 'discarded']);
export const onConflict = z
  .enum(['reject', 'switch', 'pause'])
  .describe(
    'What to do when another timer runs: answer 409, stop it, or pause it, at the same instant. Left out: 409 for whose `conflict_policy` is `ask`; for `last_resume_wins` a start is a switch, and a resume pauses the other.',
  );

// ---------------------------------------------------------------- plans

const minutes = z.int().min(1).max(1440);
/** What a countdown, pomodoro or interval timer is to do. Stored; its phases are run by a later engine. */
export const planInput = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('countdown'), duration_ms: z.int().min(1000) }),
    z.strictObject({
      type: z.literal('pomodoro'),
      work_minutes: minutes.default(25),
      short_break_minutes: minutes.default(5),
      long_break_minutes: minutes.default(15),
      rounds: z.int().min(1).max(24).default(4),
    }),
    z.strictObject({
      type: z.literal('interval'),
      work_minutes: minutes,
      rest_minutes: minutes,
      rounds: z.int().min(1).max(100),
    }),
  ])
  .meta({ id: 'Plan' });

// ---------------------------------------------------------------- answers

export const spanOut = z.object({ id: z.uuid(), started_at: instantOut, ended_at: instantOut.nullable() }).meta({
  id: 'Span',
  description: 'A stretch of a timer, half open: [started_at, ended_at). Without an end it runs.',
});

export const timerOut = z
  .object({
    id: z.uuid(),
    user_id: z.uuid(),
    type: timerType,
    status: timerStatus,
    title: z.string(),
    ticket: ticketRefOut.nullable(),
    project: projectRefOut.nullable(),
    tags: z.array(z.string()),
    started_at: instantOut,
    ended_at: instantOut.nullable(),
    expected_end_at: instantOut.nullable(),
    running_since: instantOut.nullable().describe('Start of the open span; null unless running.'),
    elapsed_ms: elapsedMsOut.describe('Sum of the spans; the open one counted up to server_time.'),
    cap_at: instantOut
      .nullable()
      .describe('When the timer completes by itself if nobody stops it; null unless running.'),
    plan: planInput.nullable().describe('Phases of a countdown, pomodoro or interval timer.'),
    spans: z.array(spanOut),
    version: z.int().min(1),
    end_reason: endReason.nullable(),
    needs_review: z.boolean(),
    created_via: z.enum(['web', 'api', 'import']),
  })
  .meta({ id: 'Timer' });

export const timerAnswer = z.object({ timer: timerOut, server_time: serverTimeOut }).meta({ id: 'TimerAnswer' });

export const startTimerAnswer = timerAnswer
  .extend({ ended: timerOut.nullable().describe('The timer that was stopped or paused by a switch.') })
  .meta({ id: 'StartTimerAnswer' });

export const changeTimerAnswer = timerAnswer
  .extend({
    changed: z.boolean().describe('False when the timer was in that state already.'),
    ended: timerOut.nullable().describe('The timer that was stopped or paused to make room, on resume.'),
  })
  .meta({ id: 'ChangeTimerAnswer' });

export const currentTimerAnswer = z
  .object({
    timer: timerOut.nullable().describe('The running timer, or null.'),
    paused: z.array(timerOut).describe('Paused timers, the latest paused first; at most 20.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'CurrentTimer' });

export const dayTotalOut = z
  .object({
    date: z.iso
      .date()
      .describe('A day in time_zone; it begins when the clock there shows the day_start_hour of the member.'),
    starts_at: instantOut,
    ends_at: instantOut.describe('Start of the next day: 23 or 25 hours later when clocks change.'),
    elapsed_ms: elapsedMsOut,
    timers: z.int().min(0).describe('How many timers have time on this day.'),
  })
  .meta({ id: 'DayTotal' });

export const totalsOut = z
  .object({
    elapsed_ms: elapsedMsOut,
    as_of: instantOut.describe('Running timers are counted up to here.'),
    time_zone: z.string(),
    days: z
      .array(dayTotalOut)
      .describe('Newest first. Every day of the asked range when it has both ends, else the days that have time.'),
  })
  .meta({ id: 'Totals' });

export const timerListAnswer = z
  .object({
    timers: z.array(timerOut).describe('Newest first.'),
    totals: totalsOut.describe('Over everything the filters match, not this page alone; clipped to the asked range.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TimerList' });

export const timerSyncAnswer = z
  .object({ timers: z.array(timerOut).describe('By change; discarded ones have that status.'), ...syncOut })
  .meta({ id: 'TimerSync' });

// ---------------------------------------------------------------- input

const tag = z.string().trim().min(1).max(60);
const tagsInput = z
  .array(tag)
  .max(50)
  .transform((tags) => [...new Set(tags)]);
const titleInput = z.string().trim().max(500);

const LENGTH_WORDS = 'Write a length such as "PT1H30M", "1h30m" or 5400 (seconds), from 1 s to 366 days';
const duration = z
  .union([z.string(), z.int().describe('Seconds.')], { error: LENGTH_WORDS })
  .transform((value, context) => {
    const ms = typeof value === 'number' ? value * 1000 : parseDuration(value);
    if (ms !== null && ms >= 1000 && ms <= 366 * 86_400_000) return ms;
    context.addIssue({ code: 'custom', message: LENGTH_WORDS });
    return z.NEVER;
  })
  .meta({ description: 'ISO 8601 (`PT1H30M`), Go style (`1h30m`) or integer seconds.', example: '25m' });

export const startTimerInput = z
  .strictObject({
    type: timerType.default('manual'),
    title: titleInput.default(''),
    ticket_key: ticketKeyInput.optional(),
    ticket_id: z.uuid().optional(),
    create_ticket: z.boolean().default(false).describe('Make the ticket when ticket_key is unknown.'),
    project: projectNameInput.optional().describe('Name of a project; made when it does not exist.'),
    project_id: z.uuid().optional(),
    tags: tagsInput.default([]),
    expected_end: instantInput.optional().describe('When you expect to be done.'),
    duration: duration.optional(),
    plan: planInput.optional(),
    on_conflict: onConflict.optional(),
  })
  .refine((input) => !(input.ticket_key && input.ticket_id), {
    path: ['ticket_id'],
    message: 'Give ticket_key or ticket_id, not both',
  })
  .refine((input) => !(input.project && input.project_id), {
    path: ['project_id'],
    message: 'Give project or project_id, not both',
  })
  .refine((input) => !(input.expected_end && input.duration), {
    path: ['duration'],
    message: 'Give expected_end or duration, not both',
  })
  .refine((input) => !input.plan || input.plan.type === input.type, {
    path: ['plan', 'type'],
    message: 'The plan is of another type than the timer',
  })
  .meta({ id: 'StartTimer' });

export const resumeTimerInput = z.strictObject({ on_conflict: onConflict.optional() }).meta({ id: 'ResumeTimer' });

export const editTimerInput = z
  .strictObject({
    title: titleInput.optional(),
    ticket_key: ticketKeyInput.nullable().optional(),
    ticket_id: z.uuid().nullable().optional(),
    create_ticket: z.boolean().default(false),
    project_id: z.uuid().nullable().optional(),
    tags: tagsInput.optional(),
  })
  .refine((input) => !(input.ticket_key && input.ticket_id), {
    path: ['ticket_id'],
    message: 'Give ticket_key or ticket_id, not both',
  })
  .meta({ id: 'EditTimer' });

const dayOrInstant = z.union([dateInput, instantInput], {
  error: 'must be a day, such as 2026-11-19, or an instant with its zone, such as 2026-11-19T14:32:08+01:00',
});

export const listTimersQuery = z
  .strictObject({
    user_id: z.uuid().optional().describe('Yourself when left out; other members for admins only.'),
    date: dateInput.optional().describe('One day, from the day_start_hour of the member on.'),
    from: dayOrInstant.optional().describe('Instant, or day (from its start).'),
    to: dayOrInstant.optional().describe('Instant (exclusive), or day (up to its end).'),
    time_zone: z.string().max(64).optional().describe("IANA name; the member's own when left out."),
    status: timerStatus.optional().describe('Left out: all but discarded.'),
    tag: tag.optional().describe('Timers that carry this tag.'),
    ticket: z.string().trim().min(1).max(64).optional().describe('Ticket key or id.'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: cursorInput.optional(),
    updated_since: updatedSinceInput,
  })
  .refine((query) => syncsAlone(query, ['user_id']), SYNC_ALONE)
  .refine((query) => !(query.date && (query.from || query.to)), {
    path: ['date'],
    message: 'Give date, or from and to, not both',
  });

export type StartTimerInput = z.infer<typeof startTimerInput>;
export type StartTimerBody = z.input<typeof startTimerInput>;
export type ResumeTimerInput = z.infer<typeof resumeTimerInput>;
export type EditTimerInput = z.infer<typeof editTimerInput>;
export type EditTimerBody = z.input<typeof editTimerInput>;
export type ListTimersQuery = z.infer<typeof listTimersQuery>;
export type Plan = z.infer<typeof planInput>;
export type TimerJson = z.infer<typeof timerOut>;
export type SpanJson = z.infer<typeof spanOut>;
export type CurrentTimerJson = z.infer<typeof currentTimerAnswer>;
export type TimerListJson = z.infer<typeof timerListAnswer>;
export type TimerSyncJson = z.infer<typeof timerSyncAnswer>;
export type ChangeTimerJson = z.infer<typeof changeTimerAnswer>;
export type StartTimerJson = z.infer<typeof startTimerAnswer>;
export type TimerStatus = z.infer<typeof timerStatus>;
export type TimerType = z.infer<typeof timerType>;
export type EndReason = z.infer<typeof endReason>;
export type OnConflict = z.infer<typeof onConflict>;
