import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { durationInput } from '#/lib/core/duration-schemas.ts';
import { dateInput, instantInput } from '#/lib/core/instant-schemas.ts';
import { nullIfInvalid } from '#/lib/core/read-back-schemas.ts';
import { planInput } from '#/lib/tracking/cycles/plan-schemas.ts';
import { offlineFields, oneStart, seenOnlyOffline } from '#/lib/tracking/offline/offline-schemas.ts';
import { workInstantInput } from '#/lib/tracking/spans/span-schemas.ts';
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
import { timerStatus, timerType } from '#/lib/tracking/timers/timer-schemas.ts';

export const onConflict = z
  .enum(['reject', 'switch', 'pause'])
  .describe(
    'What to do if another timer is running: return 409, stop it, or pause it at the same instant. If omitted, it depends on your `conflict_policy`: 409 for `ask`; with `last_resume_wins` a start is a switch, and a resume pauses the other. A timer in another workspace is stopped or paused if a session requests it; a key gets 409.',
  );

export const startTimerInput = z
  .strictObject({
    type: timerType.default('manual'),
    ...subjectFields,
    started_at: workInstantInput
      .optional()
      .describe(
        'Backdates the start, by 24 hours at most, and not to before the end of other time of yours. A timer that was already running then is ended at this same instant, as `on_conflict` says.',
      ),
    expected_end_at: nullIfInvalid(instantInput).describe('When you expect to be done.'),
    duration: durationInput.optional(),
    plan: nullIfInvalid(planInput),
    on_conflict: onConflict.optional(),
    keep_plan: z
      .boolean()
      .default(false)
      .describe(
        'With a switch: the running timer’s plan continues in the new timer, in the same phase with the same deadline.',
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
    user_id: z.uuid().optional().describe('If omitted, yourself; other members only for admins.'),
    date: dateInput.optional().describe('One day, from the day_start_hour of the member on.'),
    from: dayOrInstant.optional().describe('Instant, or day (from its start).'),
    to: dayOrInstant.optional().describe('Instant (exclusive), or day (up to its end).'),
    time_zone: z.string().max(64).optional().describe("IANA name; by default, the member's own."),
    status: timerStatus.optional().describe('If omitted, all but discarded ones.'),
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
export type OnConflict = z.infer<typeof onConflict>;
