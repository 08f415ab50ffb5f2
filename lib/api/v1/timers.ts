import { operation } from '#/lib/api/operations/operation.ts';
import { timerList } from '#/lib/api/v1/timer-list.ts';
import { changesTimer, changeTimerBody, TIMERS, timerParams, VERSION } from '#/lib/api/v1/timer-responses.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { timerActionInput } from '#/lib/tracking/offline/offline-schemas.ts';
import { questionJson } from '#/lib/tracking/questions/question-json.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { getCurrentTimer } from '#/lib/tracking/timers/get-current-timer.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { editTimerInput, resumeTimerInput, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { currentTimerResponse, startTimerResponse, timerResponse } from '#/lib/tracking/timers/timer-schemas.ts';

const ENDED = ['timer_ended'] as const;
const COLLIDES = 'intent_collides';
/** An offline action is older with each attempt, and may have been sent online first without a response. */
/** They grow or shrink while it runs, as `server_time` does. */
const PASSING = ['elapsed_ms', 'remaining_ms'] as const;
const AGES = ['offline_age_ms', 'seen_running'] as const;

const start = operation({
  operationId: 'startTimer',
  method: 'post',
  path: '/timers/start',
  tag: TIMERS,
  summary: 'Start a timer',
  description:
    'Starts at the server’s current time or, backdated, at `started_at`. If another timer of yours is running, it returns 409 with that timer as `current`, unless `on_conflict` says to stop (`switch`) or `pause` it at the same instant. With a plan, the server advances its phases at their deadlines, even with no browser open; a `pomodoro` without a plan uses your settings.',
  permission: 'timers:write',
  body: startTimerInput,
  ages: AGES,
  output: startTimerResponse,
  status: 201,
  problems: [
    'expected_end_past',
    'time_in_future',
    'time_too_early',
    'ticket_not_found',
    'project_not_found',
    'timer_already_running',
    'timers_disabled',
    'plan_strict',
    'time_overlaps',
    'cap_reached',
    'time_closed',
    COLLIDES,
  ],
  handler: async (ctx, { body }) => {
    const { timer, ended, now } = await startTimer(ctx, body);
    return {
      status: 201,
      version: timer.version,
      location: `/api/v1/timers/${timer.id}`,
      body: { timer: timerJson(timer, now), ended: ended && timerJson(ended, now), server_time: now.toISOString() },
    };
  },
});

const pause = operation({
  ...changesTimer,
  operationId: 'pauseTimer',
  method: 'post',
  path: '/timers/{id}/pause',
  summary: 'Pause a timer',
  description:
    'Closes the open span and freezes the remaining time of the phase, also of a break. A timer that is already paused returns 200 with `changed: false`.',
  body: timerActionInput,
  ages: AGES,
  problems: ['timer_not_found', ...ENDED, 'plan_strict', COLLIDES, ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await pauseTimer(ctx, { id: params.id, ifMatch }, body)),
});

const resume = operation({
  ...changesTimer,
  operationId: 'resumeTimer',
  method: 'post',
  path: '/timers/{id}/resume',
  summary: 'Resume a paused timer',
  description:
    'Opens a new span, of which a timer can have 200; the phase continues with its remaining time. A frozen break continues; when a break is over, the next work begins. A timer that is already running returns 200 with `changed: false`.',
  body: resumeTimerInput,
  ages: AGES,
  problems: [
    'timer_not_found',
    ...ENDED,
    'too_many_spans',
    'timer_already_running',
    'timers_disabled',
    'plan_strict',
    COLLIDES,
    ...VERSION,
  ],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await resumeTimer(ctx, { id: params.id, ifMatch }, body)),
});

const stop = operation({
  ...changesTimer,
  operationId: 'stopTimer',
  method: 'post',
  path: '/timers/{id}/stop',
  summary: 'Stop a timer',
  description:
    'Never fails: a timer that has already ended returns 200 with `changed: false`. Only an offline action that conflicts with what has happened since gets a proposal instead.',
  body: timerActionInput,
  ages: AGES,
  problems: ['timer_not_found', COLLIDES, ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await stopTimer(ctx, { id: params.id, ifMatch }, body)),
});

const discard = operation({
  ...changesTimer,
  operationId: 'discardTimer',
  method: 'post',
  path: '/timers/{id}/discard',
  summary: 'Discard a timer',
  description: 'Its time no longer counts. Its spans are kept, so that it can be restored.',
  body: emptyInput,
  problems: ['timer_not_found', 'time_closed', ...VERSION],
  handler: async (ctx, { params, ifMatch }) => changeTimerBody(await discardTimer(ctx, { id: params.id, ifMatch })),
});

const edit = operation({
  ...changesTimer,
  operationId: 'editTimer',
  method: 'patch',
  path: '/timers/{id}',
  summary: 'Change the ticket, title, or tags of a timer',
  description:
    'Title, ticket, project, tags. Fields that are left out stay; null clears them. Time is changed by `PUT /timers/{id}/spans`.',
  body: editTimerInput,
  problems: ['timer_not_found', 'ticket_not_found', 'project_not_found', ...ENDED, 'time_closed', ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await editTimer(ctx, { id: params.id, ifMatch }, body)),
});

const current = operation({
  operationId: 'getCurrentTimer',
  method: 'get',
  path: '/timers/current',
  tag: TIMERS,
  summary: 'Get the running timer',
  description: 'Returns 200 with `timer: null` if none is running. Paused timers are listed beside it.',
  permission: 'timers:read',
  output: currentTimerResponse,
  single: true,
  passing: PASSING,
  handler: async (ctx) => {
    const { timer, paused, elsewhere, questions, now } = await getCurrentTimer(ctx);
    return {
      status: 200,
      body: {
        timer: timer && timerJson(timer, now),
        paused: paused.map((other) => timerJson(other, now)),
        elsewhere: elsewhere && { workspace: elsewhere.workspace, timer: timerJson(elsewhere.timer, now) },
        questions: questions.map((question) => questionJson(question, now)),
        server_time: now.toISOString(),
      },
    };
  },
});

const one = operation({
  operationId: 'getTimer',
  method: 'get',
  path: '/timers/{id}',
  tag: TIMERS,
  summary: 'Get a timer',
  description: 'With every span. Your own, or with `timers:read_all` anyone’s.',
  permission: 'timers:read',
  params: timerParams,
  output: timerResponse,
  versioned: true,
  passing: PASSING,
  problems: ['timer_not_found'],
  handler: async (ctx, { params }) => {
    const { timer, now } = await getTimer(ctx, params.id);
    const body = timerJson(timer, now);
    return { status: 200, version: body.version, body: { timer: body, server_time: now.toISOString() } };
  },
});

export const timerOperations = [start, current, one, timerList, pause, resume, stop, discard, edit];
