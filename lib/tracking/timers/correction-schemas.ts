import { z } from 'zod';
import { correctedSpansInput, enteredSpansInput, workInstantInput } from '#/lib/tracking/spans/span-schemas.ts';
import { oneProject, oneTicket, subjectFields } from '#/lib/tracking/timers/subject-schemas.ts';
import { timerOut, timerResponse } from '#/lib/tracking/timers/timer-schemas.ts';

export const addTimerInput = z
  .strictObject({ ...subjectFields, spans: enteredSpansInput })
  .refine(...oneTicket)
  .refine(...oneProject)
  .meta({ id: 'AddTimer' });

export const correctTimerInput = z.strictObject({ spans: correctedSpansInput }).meta({ id: 'CorrectTimer' });

export const splitTimerInput = z
  .strictObject({
    at: workInstantInput.describe(
      'An instant inside the timer: one timer gets the time before it, the other the time after it.',
    ),
  })
  .meta({ id: 'SplitTimer' });

export const mergeTimerInput = z
  .strictObject({ timer_id: z.uuid().describe('The timer whose spans join this one. It is discarded.') })
  .meta({ id: 'MergeTimers' });

export const splitTimerResponse = timerResponse
  .extend({
    second: timerOut.describe('A new timer with the time from `at` on. It continues if the first did, or has ended.'),
  })
  .meta({ id: 'SplitTimerResponse' });

export const mergeTimerResponse = timerResponse
  .extend({ merged: timerOut.describe('The other timer, discarded.') })
  .meta({ id: 'MergeTimersResponse' });

export type AddTimerInput = z.infer<typeof addTimerInput>;
export type CorrectTimerInput = z.infer<typeof correctTimerInput>;
export type SplitTimerInput = z.infer<typeof splitTimerInput>;
export type MergeTimerInput = z.infer<typeof mergeTimerInput>;
export type SplitTimerJson = z.infer<typeof splitTimerResponse>;
export type MergeTimerJson = z.infer<typeof mergeTimerResponse>;
