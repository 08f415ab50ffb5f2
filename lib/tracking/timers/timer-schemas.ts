import { z } from 'zod';
import { elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { cycleOut, phaseOut } from '#/lib/tracking/cycles/cycle-schemas.ts';
import { planInput } from '#/lib/tracking/cycles/plan-schemas.ts';
import { projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';
import { questionOut } from '#/lib/tracking/questions/question-schemas.ts';
import { spanOut } from '#/lib/tracking/spans/span-schemas.ts';
import { syncOut } from '#/lib/tracking/sync/sync-schemas.ts';
import { ticketRefOut } from '#/lib/tracking/tickets/ticket-schemas.ts';

export const timerType = z.enum(['manual', 'pomodoro', 'countdown', 'interval']);
export const timerStatus = z.enum(['running', 'paused', 'stopped', 'completed', 'discarded']);
export const endReason = z.enum(['stopped', 'switched', 'capped', 'finished', 'discarded']);

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
      .describe('When the timer ends automatically if nobody stops it; null unless running.'),
    plan: planInput.nullable().describe('Phases of a countdown, pomodoro or interval timer.'),
    phase: phaseOut.nullable().describe('Current phase of the plan; null if no plan is in progress.'),
    cycles: z.array(cycleOut).describe('The phases that were executed, in order; the current one is last.'),
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
    changed: z.boolean().describe('False if the timer was already in that state.'),
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
        'Your running timer in another of your workspaces, which a start here can stop. Null for a key, which sees only its own workspace.',
      ),
    questions: z.array(questionOut).describe('The questions you haven’t answered yet, oldest first.'),
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
      .describe(
        'Newest first. Every day of the requested range if it has both ends, otherwise the days that have time.',
      ),
  })
  .meta({ id: 'Totals' });

export const timerListResponse = z
  .object({
    timers: z.array(timerOut).describe('Newest first.'),
    totals: totalsOut.describe(
      'Over everything the filters match, not only this page; limited to the requested range.',
    ),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TimerList' });

export const timerSyncResponse = z
  .object({ timers: z.array(timerOut).describe('Ordered by change; discarded ones have that status.'), ...syncOut })
  .meta({ id: 'TimerSync' });

export type TimerJson = z.infer<typeof timerOut>;
/** A timer's fields and total time, without its spans and phases. */
export type TimerFacts = Omit<TimerJson, 'spans' | 'cycles'>;

/**
 * A change of a timer in events, sized by the change and not by the timer: a client that has the timer in
 * `since_version` or later applies it; any other reads the timer again.
 */
export type TimerChangeJson = {
  timer: TimerFacts & { span_count: number };
  /** Null for a new timer, all of whose spans and phases are included. */
  since_version: number | null;
  /** New or changed spans, by start. */
  spans: TimerJson['spans'];
  /** Ids of removed spans. */
  removed_spans: string[];
  /** New or changed phases, by start. */
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
