import { z } from 'zod';
import { instantOut } from '#/lib/core/instant-schemas.ts';
import { ANSWERS, QUESTION_KINDS } from '#/lib/tracking/questions/question.ts';

export const questionOut = z
  .object({
    id: z.uuid(),
    timer_id: z.uuid(),
    kind: z
      .enum(QUESTION_KINDS)
      .describe(
        '`long_run`: the timer has run for so long. `after_hours`: the working hours are over. `absence`: no page of the owner ran from `away_from` to `away_to`. `capped`: never asked. The timer ended without its owner, and was answered by their own `cap_point`, or by what they made of it: `keep` when they confirmed its time, `trim_stop` when they said another.',
      ),
    away_from: instantOut.nullable().describe('When the owner was last there; null if never.'),
    away_to: instantOut.nullable().describe('When they were back, of an absence.'),
    asked_at: instantOut,
    times_asked: z.int().min(1),
    snoozed_until: instantOut.nullable().describe('No page shows it until then.'),
    answered_at: instantOut.nullable(),
    answer: z
      .enum([...ANSWERS, 'moot'])
      .nullable()
      .describe('`moot`: the timer ended in another way, or was paused, before anyone answered.'),
    second_timer_id: z.uuid().nullable().describe('The timer that a split has made.'),
    undo_until: instantOut
      .nullable()
      .describe('The answer can be undone until then, if the timer hasn’t changed since.'),
    undone_at: instantOut.nullable(),
  })
  .meta({ id: 'Question' });

export type QuestionJson = z.infer<typeof questionOut>;
