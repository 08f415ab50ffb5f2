import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { durationInput } from '#/lib/core/duration-schemas.ts';
import { dateInput, elapsedMsOut, instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { orNull, withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { cycleOut, phaseOut } from '#/lib/tracking/cycles/cycle-schemas.ts';
import { planInput } from '#/lib/tracking/cycles/plan-schemas.ts';
import { offlineFields, oneStart, seenOnlyOffline } from '#/lib/tracking/offline/offline-schemas.ts';
import { projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';
import { questionOut } from '#/lib/tracking/questions/question-schemas.ts';
import { spanOut, workInstantInput } from '#/lib/tracking/spans/span-schemas.ts';
import { syncOut } from '#/lib/tracking/sync/sync-schemas.ts';
import { ticketRefOut } from '#/lib/tracking/tickets/ticket-schemas.ts';
import {
  createTicketInput,
  oneProject,
  oneTicket,
  projectFields,
  subjectFields,
  tagInput,
  tagsInput,
  ticketFields,
  titleInput,
} from '#/lib/tracking/timers/subject-schemas.ts';

export const timerType = z.enum(['manual', 'pomodoro', 'countdown', 'interval']);
export const timerStatus = z.enum(['running', 'paused', 'stopped', 'completed', 'discarded']);
export const endReason = z.enum(['stopped', 'switched', 'capped', 'finished', 'discarded']);
export const onConflict = z
  .enum(['reject', 'switch', 'pause'])
  .describe(
    'What to do when another timer runs: return 409, stop it, or pause it, at the same instant. Left out: 409 for whose `conflict_policy` is `ask`; for `last_resume_wins` a start is a switch, and a resume pauses the other. One of another workspace is stopped or paused where a session asks for it; a key gets 409.',
  );

// ---------------------------------------------------------------- output

export const timerOut = withReadOnly(
  z.object({
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
    phase: phaseOut.nullable().describe('Where the plan stands; null when none goes on.'),
    cycles: z.array(cycleOut).describe('The phases that were executed, in order; the one that goes on is last.'),
    spans: z.array(spanOut),
    version: z.int().min(1),
    end_reason: endReason.nullable(),
    needs_review: z.boolean(),
    last_seen_at: instantOut.nullable().describe('When its owner was last there while it ran; null if never.'),
    created_via: z.enum(['web', 'api', 'import']),
    created_at: instantOut,
    updated_at: instantOut.describe('When it last changed: with each new version.'),
  }),
  [
    'id',
    'user_id',
    'status',
    'ended_at',
    'running_since',
    'elapsed_ms',
    'cap_at',
    'phase',
    'cycles',
    'version',
    'end_reason',
    'needs_review',
    'last_seen_at',
    'created_via',
    'created_at',
    'updated_at',
  ],
).meta({ id: 'Timer' });

export const timerResponse = z.object({ timer: timerOut, server_time: serverTimeOut }).meta({ id: 'TimerResponse' });

export const startTimerResponse = timerResponse
  .extend({
    ended: timerOut.nullable().describe('The timer of this workspace that was stopped or paused by a switch.'),
  })
  .meta({ id: 'StartTimerResponse' });

export const changeTimerResponse = timerResponse
  .extend({
    changed: z.boolean().describe('False when the timer was in that state already.'),
    ended: timerOut
      .nullable()
      .describe('The timer of this workspace that was stopped or paused to make room, on resume.'),
  })
  .meta({ id: 'ChangeTimerResponse' });

export const currentTimerResponse = z
  .object({
    timer: timerOut.nullable().describe('The running timer, or null.'),
    paused: z.array(timerOut).describe('Paused timers, the latest paused first; at most 20.'),
    elsewhere: z
      .object({ workspace: z.object({ id: z.uuid(), name: z.string() }), timer: timerOut })
      .nullable()
      .describe(
        'The timer that you run in another of your workspaces, which a start here can stop. Null for a key: it sees its own workspace.',
      ),
    questions: z.array(questionOut).describe('What you have not answered yet, the oldest first.'),
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

export const timerListResponse = z
  .object({
    timers: z.array(timerOut).describe('Newest first.'),
    totals: totalsOut.describe('Over everything the filters match, not this page alone; clipped to the asked range.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TimerList' });

export const timerSyncResponse = z
  .object({ timers: z.array(timerOut).describe('By change; discarded ones have that status.'), ...syncOut })
  .meta({ id: 'TimerSync' });

// ---------------------------------------------------------------- input

export const startTimerInput = z
  .strictObject({
    type: timerType.default('manual'),
    ...subjectFields,
    started_at: workInstantInput
      .optional()
      .describe(
        'Back-dates the start, by 24 hours at most, and not to before the end of other time of yours. What runs since before then ends, by `on_conflict`, at this same instant.',
      ),
    expected_end_at: orNull(instantInput).describe('When you expect to be done.'),
    duration: durationInput.optional(),
    plan: orNull(planInput),
    on_conflict: onConflict.optional(),
    keep_plan: z
      .boolean()
      .default(false)
      .describe(
        'With a switch: the plan of what runs goes on in the new timer, in the same phase with the same deadline.',
      ),
    ...offlineFields,
  })
  .refine(...oneTicket)
  .refine(...oneProject)
  .refine((input) => !input.keep_plan || (!input.plan && !input.duration && input.type === 'manual'), {
    path: ['keep_plan'],
    message: 'The type and the plan are those of the timer that runs; leave out type, plan and duration',
  })
  .refine((input) => !input.keep_plan || input.on_conflict === 'switch', {
    path: ['keep_plan'],
    message: 'Only a switch keeps the plan; send on_conflict "switch"',
  })
  .refine((input) => !(input.expected_end_at && input.duration), {
    path: ['duration'],
    message: 'Give expected_end_at or duration, not both',
  })
  .refine((input) => !input.plan || input.plan.type === input.type, {
    path: ['plan', 'type'],
    message: 'The plan is of another type than the timer',
  })
  .refine(...oneStart)
  .refine(...seenOnlyOffline)
  .meta({ id: 'StartTimer' });

export const resumeTimerInput = z
  .strictObject({ on_conflict: onConflict.optional(), ...offlineFields })
  .refine(...seenOnlyOffline)
  .meta({ id: 'ResumeTimer' });

export const editTimerInput = z
  .strictObject({
    title: titleInput.optional(),
    ...ticketFields,
    create_ticket: createTicketInput,
    ...projectFields,
    tags: tagsInput.optional(),
  })
  .refine(...oneTicket)
  .refine(...oneProject)
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
    needs_review: z.stringbool().optional().describe('Those that need a review, or those that need none.'),
    tag: tagInput.optional().describe('Timers that carry this tag.'),
    ticket: z.string().trim().min(1).max(64).optional().describe('Ticket key or id.'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: cursorInput.optional(),
  })
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
export type TimerJson = z.infer<typeof timerOut>;
/** What a timer is and how long it has run in all, without each of its spans and phases. */
export type TimerFacts = Omit<TimerJson, 'spans' | 'cycles'>;

/**
 * A change of a timer as events carry it, sized by the change and not by the timer: a client that holds the timer in
 * `since_version` or later applies it; any other reads the timer again.
 */
export type TimerChangeJson = {
  timer: TimerFacts & { span_count: number };
  /** Null for a new timer, whose spans and phases are all here. */
  since_version: number | null;
  /** Those that are new or other than before, by start. */
  spans: TimerJson['spans'];
  /** Ids of those that are gone. */
  removed_spans: string[];
  /** Phases that are new or other than before, by start. */
  cycles: TimerJson['cycles'];
};

export type CurrentTimerJson = z.infer<typeof currentTimerResponse>;
export type TimerListJson = z.infer<typeof timerListResponse>;
export type TimerSyncJson = z.infer<typeof timerSyncResponse>;
export type ChangeTimerJson = z.infer<typeof changeTimerResponse>;
export type StartTimerJson = z.infer<typeof startTimerResponse>;
export type TimerStatus = z.infer<typeof timerStatus>;
export type TimerType = z.infer<typeof timerType>;
export type EndReason = z.infer<typeof endReason>;
export type OnConflict = z.infer<typeof onConflict>;
