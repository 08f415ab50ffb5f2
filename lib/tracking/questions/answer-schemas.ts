import { z } from 'zod';
import { serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { ANSWERS } from '#/lib/tracking/questions/question.ts';
import { questionOut } from '#/lib/tracking/questions/question-schemas.ts';
import { workInstantInput } from '#/lib/tracking/spans/span-schemas.ts';
import { createTicketInput, oneTicket, ticketFields } from '#/lib/tracking/timers/subject-schemas.ts';
import { timerOut } from '#/lib/tracking/timers/timer-schemas.ts';

const ACTIONS_WITH_TIME = ['trim_stop', 'trim_continue', 'split'];

export const answerQuestionInput = z
  .strictObject({
    action: z
      .enum(ANSWERS)
      .describe(
        '`keep`: still working, or all of it was work. `stop`: stop now. `trim_stop`: stop at `at`. `trim_continue`: remove the time from `at` on, and continue. `split`: move that time to another ticket, and continue.',
      ),
    at: workInstantInput.optional().describe('For a trim or a split. By default, `away_from` of the question.'),
    to: workInstantInput
      .optional()
      .describe('End of the time to remove: `away_to` of the question, or now, if left out.'),
    title: z.string().trim().max(500).default('').describe('For a split: title of the new timer.'),
    ...ticketFields,
    create_ticket: createTicketInput,
  })
  .refine(...oneTicket)
  .refine(({ at, action }) => !at || ACTIONS_WITH_TIME.includes(action), {
    path: ['at'],
    message: 'Only a trim or a split has it',
  })
  .refine(({ at, to }) => !at || !to || at < to, { path: ['to'], message: 'must be after at' })
  .meta({ id: 'AnswerQuestion' });

export const answeredOut = z
  .object({
    question: questionOut,
    timer: timerOut,
    second: timerOut.nullable().describe('The timer that a split has made, or that its undoing has discarded.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'AnswerQuestionResponse' });

export const questionAnswerOut = z
  .object({ question: questionOut, server_time: serverTimeOut })
  .meta({ id: 'QuestionResponse' });

export const questionListOut = z
  .object({
    questions: z.array(questionOut).describe('Not answered yet, the oldest first; those that are snoozed, too.'),
    undoable: z.array(questionOut).describe('Answers that can be undone, the latest first.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'QuestionList' });

export type AnswerQuestionInput = z.infer<typeof answerQuestionInput>;
export type AnsweredJson = z.infer<typeof answeredOut>;
