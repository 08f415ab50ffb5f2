import { z } from 'zod';
import { type OperationResponse, operation } from '#/lib/api/operations/operation.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { heartbeat } from '#/lib/tracking/presence/heartbeat.ts';
import { heartbeatInput, heartbeatResponse } from '#/lib/tracking/presence/presence-schemas.ts';
import { type Answered, answerQuestion } from '#/lib/tracking/questions/answer-question.ts';
import {
  type AnsweredJson,
  answeredOut,
  answerQuestionInput,
  questionAnswerOut,
  questionListOut,
} from '#/lib/tracking/questions/answer-schemas.ts';
import { listQuestions } from '#/lib/tracking/questions/list-questions.ts';
import { questionJson } from '#/lib/tracking/questions/question-json.ts';
import { UNDO_DAYS } from '#/lib/tracking/questions/question-times.ts';
import { snoozeQuestion } from '#/lib/tracking/questions/snooze-question.ts';
import { undoAnswer } from '#/lib/tracking/questions/undo-answer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

const tag = 'Timers';
const params = z.strictObject({ id: z.uuid() });
const UNKNOWN = ['question_not_found'] as const;
const ANSWERED = ['question_answered'] as const;

const heartbeatOperation = operation({
  operationId: 'sendHeartbeat',
  method: 'post',
  path: '/timers/current/heartbeat',
  tag,
  summary: 'Send a heartbeat',
  description:
    'Pages send it once a minute while a timer runs. It records when you were last there and never changes recorded time; after an absence you are asked about it. Repeating it is harmless, so it takes no Idempotency-Key.',
  permission: 'timers:write',
  body: heartbeatInput,
  output: heartbeatResponse,
  repeats: true,
  handler: async (ctx, { body }) => {
    const { timerId, asked, seenAt, now } = await heartbeat(ctx, body);
    const shown = { timer_id: timerId, asked, seen_at: seenAt?.toISOString() ?? null };
    return { status: 200, body: { heartbeat: shown, server_time: now.toISOString() } };
  },
});

const list = operation({
  operationId: 'listQuestions',
  method: 'get',
  path: '/timers/questions',
  tag,
  summary: 'List open questions about your timers',
  description:
    'Whether you’re still working, and whether an absence was work. Each stays until it is answered on any device, or its timer ends. Also lists answers that can be undone, and your decisions about timers that needed a review.',
  permission: 'timers:read',
  output: questionListOut,
  handler: async (ctx) => {
    const { questions, undoable, now } = await listQuestions(ctx);
    return {
      status: 200,
      body: {
        questions: questions.map((question) => questionJson(question, now)),
        undoable: undoable.map((question) => questionJson(question, now)),
        server_time: now.toISOString(),
      },
    };
  },
});

const answer = operation({
  operationId: 'answerQuestion',
  method: 'post',
  path: '/timers/questions/{id}/answer',
  tag,
  summary: 'Answer a question about a timer',
  description: `The first answer counts; a later one gets 409 with the answered \`question\`, and the timer as \`current\`. A trim can be undone for ${UNDO_DAYS} days.`,
  permission: 'timers:write',
  params,
  body: answerQuestionInput,
  output: answeredOut,
  problems: ['time_in_future', 'trim_outside', 'trim_needs_instant', ...UNKNOWN, 'ticket_not_found', ...ANSWERED],
  handler: async (ctx, { params, body }) => questionResponse(await answerQuestion(ctx, params.id, body)),
});

const snooze = operation({
  operationId: 'snoozeQuestion',
  method: 'post',
  path: '/timers/questions/{id}/snooze',
  tag,
  summary: 'Snooze a question',
  description: 'The question is hidden for 15 minutes.',
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: questionAnswerOut,
  problems: [...UNKNOWN, ...ANSWERED],
  handler: async (ctx, { params }) => {
    const { question, now } = await snoozeQuestion(ctx, params.id);
    return { status: 200, body: { question: questionJson(question, now), server_time: now.toISOString() } };
  },
});

const undo = operation({
  operationId: 'undoAnswer',
  method: 'post',
  path: '/timers/questions/{id}/undo',
  tag,
  summary: 'Undo an answer',
  description: `The timer is as it was before, and runs again if it was running. Possible for ${UNDO_DAYS} days, if nobody has changed the time of the timer since.`,
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: answeredOut,
  problems: [
    ...UNKNOWN,
    'answer_not_undoable',
    'timer_already_running',
    'timers_disabled',
    'time_overlaps',
    'time_closed',
  ],
  handler: async (ctx, { params }) => questionResponse(await undoAnswer(ctx, params.id)),
});

function questionResponse({ question, timer, second, now }: Answered): OperationResponse<AnsweredJson> {
  return {
    status: 200,
    version: timer.version,
    body: {
      question: questionJson(question, now),
      timer: timerJson(timer, now),
      second: second && timerJson(second, now),
      server_time: now.toISOString(),
    },
  };
}

export const questionOperations = [heartbeatOperation, list, answer, snooze, undo];
