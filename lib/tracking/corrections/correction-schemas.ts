import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { dateInput, elapsedMsOut, instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { MIN_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';
import { EXPORT_FORMATS, EXPORT_STATUSES } from '#/lib/tracking/exports/export.ts';
import { correctedSpansInput } from '#/lib/tracking/spans/span-schemas.ts';
import { ticketRefOut } from '#/lib/tracking/tickets/ticket-schemas.ts';
import {
  oneProject,
  oneTicket,
  projectFields,
  tagsInput,
  ticketFields,
  titleInput,
} from '#/lib/tracking/timers/subject-schemas.ts';
import { timerOut } from '#/lib/tracking/timers/timer-schemas.ts';

const MAX_TIMERS = 100;
const MAX_REASON_LENGTH = 500;

export const timerEditInput = z
  .strictObject({
    timer_id: z.uuid(),
    version: z.int().min(1).describe('The version that you have seen. If it has changed since, returns 412.'),
    status: z
      .enum(['stopped', 'discarded', 'restored'])
      .optional()
      .describe(
        '`stopped` ends a running or paused timer, at the end of `spans` or now. `restored` restores a discarded one.',
      ),
    spans: correctedSpansInput.optional(),
    title: titleInput.optional(),
    tags: tagsInput.optional(),
    ...ticketFields,
    ...projectFields,
    user_id: z.uuid().optional().describe('The member to give the time to. Only for a timer that has ended.'),
  })
  .refine(...oneTicket)
  .refine(...oneProject)
  .meta({ id: 'TimerCorrection', description: 'The changes of one timer; what is left out stays as it is.' });

export const createCorrectionInput = z
  .strictObject({
    timers: z
      .array(timerEditInput)
      .min(1)
      .max(MAX_TIMERS)
      .refine((timers) => new Set(timers.map(({ timer_id }) => timer_id)).size === timers.length, {
        error: 'names a timer twice',
      }),
    reason: z
      .string()
      .trim()
      .max(MAX_REASON_LENGTH)
      .default('')
      .describe(
        `Shown to the person whose time it is; required for other people's time, with at least ${MIN_REASON_LENGTH} characters.`,
      ),
  })
  .meta({ id: 'CreateCorrection' });

export const revertCorrectionInput = z
  .strictObject({ reason: z.string().trim().max(MAX_REASON_LENGTH).default('') })
  .meta({ id: 'RevertCorrection' });

export const listCorrectionsInput = z.strictObject({
  user_id: z.uuid().optional().describe("Of one member's time."),
  timer_id: z.uuid().optional().describe('Of one timer.'),
  from: instantInput.optional().describe('Made at this instant or later.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorInput.optional(),
});

const correctedTimerOut = z
  .object({ before: timerOut, after: timerOut })
  .meta({ id: 'CorrectedTimer', description: 'A timer as it was, and as the correction made it.' });

export const correctionOut = z
  .object({
    id: z.uuid(),
    created_by: z.uuid().nullable().describe('Who made it; null when they are gone.'),
    reason: z.string(),
    created_at: instantOut,
    reverts_id: z.uuid().nullable().describe('The correction that this one reverts.'),
    reverted_by: z.uuid().nullable().describe('The correction that reverted this one.'),
  })
  .meta({ id: 'Correction' });

const listedCorrectionOut = correctionOut
  .extend({
    timers: z.int().min(0).describe('How many timers it has changed.'),
    first: z
      .object({
        timer_id: z.uuid(),
        user_id: z.uuid().describe('Whose time it was.'),
        label: z.string().describe('Its ticket, else its title.'),
        started_at: instantOut,
        before_ms: elapsedMsOut,
        after_ms: elapsedMsOut.describe('0 if it no longer counts, or belongs to someone else.'),
      })
      .nullable()
      .describe('The first changed timer, with its duration before and after; null if nothing changed.'),
  })
  .meta({ id: 'ListedCorrection' });

const dayEffectOut = z
  .object({ user_id: z.uuid(), date: dateInput, before_ms: elapsedMsOut, after_ms: elapsedMsOut })
  .meta({ id: 'DayEffect', description: "A member's whole time on one of their days, before and after." });

const ticketEffectOut = z
  .object({ ticket: ticketRefOut, user_id: z.uuid(), before_ms: elapsedMsOut, after_ms: elapsedMsOut })
  .meta({ id: 'TicketEffect', description: "A member's whole time on a ticket, before and after." });

const affectedExportOut = z
  .object({
    id: z.uuid(),
    user_id: z.uuid().describe('The member who requested the export, and can download it.'),
    file_name: z.string(),
    format: z.enum(EXPORT_FORMATS),
    status: z.enum(EXPORT_STATUSES),
    from: z.string().describe('As requested: a day, or an instant.'),
    to: z.string().describe('The same: a day that is part of it, or an instant at which it ends.'),
    created_at: instantOut,
    expires_at: instantOut.nullable(),
  })
  .meta({ id: 'AffectedExport', description: 'An export that holds some of the time which a correction changes.' });

export const effectOut = z
  .object({
    timers: z.array(correctedTimerOut),
    days: z.array(dayEffectOut).describe('Days whose total has changed, by member.'),
    tickets: z.array(ticketEffectOut),
    closed: z
      .array(z.object({ user_id: z.uuid(), through: dateInput.nullable(), week_starts_on: dateInput.nullable() }))
      .describe('Members whose closed time is changed: closed for everyone through a day, or in a submitted week.'),
    exports: z
      .array(affectedExportOut)
      .describe(
        'The newest 20 exports that contain some of this time, as it was or as it will be, by their period and filters: requested, ready, or created in the last 31 days. A file that is already written stays as it is; request it again. Your own; everyone’s with `timers:read_all`. Calendar feeds update automatically.',
      ),
    exports_count: z.int().min(0).describe('How many such exports there are.'),
  })
  .meta({ id: 'CorrectionEffect' });

export const previewResponse = z
  .object({ effect: effectOut, server_time: serverTimeOut })
  .meta({ id: 'CorrectionPreview' });
export const correctionResponse = z
  .object({ correction: correctionOut, effect: effectOut, server_time: serverTimeOut })
  .meta({ id: 'CreateCorrectionResponse' });
export const correctionListResponse = z
  .object({ corrections: z.array(listedCorrectionOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'CorrectionList' });

export const foundCorrectionResponse = z
  .object({ correction: correctionOut, timers: z.array(correctedTimerOut), server_time: serverTimeOut })
  .meta({ id: 'CorrectionResponse' });

export type CreateCorrectionInput = z.infer<typeof createCorrectionInput>;
export type TimerEditInput = z.infer<typeof timerEditInput>;
export type ListCorrectionsQuery = z.infer<typeof listCorrectionsInput>;
export type CorrectedJson = z.infer<typeof correctedTimerOut>;
export type EffectJson = z.infer<typeof effectOut>;
export type CorrectionJson = z.infer<typeof correctionOut>;
export type ListedCorrectionJson = z.infer<typeof listedCorrectionOut>;
export type CorrectionListJson = z.infer<typeof correctionListResponse>;
export type PreviewJson = z.infer<typeof previewResponse>;
export type CorrectionResponseJson = z.infer<typeof correctionResponse>;
export type CreateCorrectionBody = z.input<typeof createCorrectionInput>;
export type TimerEditBody = z.input<typeof timerEditInput>;
