import { operation } from '#/lib/api/operations/operation.ts';
import { changesTimer, changeTimerBody, TIMERS, timerParams, VERSION } from '#/lib/api/v1/timer-responses.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { UNDO_DAYS } from '#/lib/tracking/questions/question-times.ts';
import { mergeTimers } from '#/lib/tracking/spans/merge-timers.ts';
import { splitTimer } from '#/lib/tracking/spans/split-timer.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { STOP_UNDO_MS } from '#/lib/tracking/timers/before-stop.ts';
import { correctTimer } from '#/lib/tracking/timers/correct-timer.ts';
import {
  addTimerInput,
  correctTimerInput,
  mergeTimerInput,
  mergeTimerResponse,
  splitTimerInput,
  splitTimerResponse,
} from '#/lib/tracking/timers/correction-schemas.ts';
import { restoreTimer } from '#/lib/tracking/timers/restore-timer.ts';
import { reviewTimer } from '#/lib/tracking/timers/review-timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { timerResponse } from '#/lib/tracking/timers/timer-schemas.ts';
import { undoStop } from '#/lib/tracking/timers/undo-stop.ts';

const add = operation({
  operationId: 'addTimer',
  method: 'post',
  path: '/timers',
  tag: TIMERS,
  summary: 'Add time by hand',
  description:
    'Records work that no timer measured, as a stopped timer; its spans have the origin `entered`. Time that overlaps other time of yours returns 409 with that as `overlaps`: `timer_id`, `title`, `ticket_key`, `started_at`, `ended_at` of each.',
  permission: 'timers:write',
  body: addTimerInput,
  output: timerResponse,
  status: 201,
  problems: ['time_in_future', 'ticket_not_found', 'project_not_found', 'time_overlaps', 'time_closed'],
  handler: async (ctx, { body }) => {
    const { timer, now } = await addTimer(ctx, body);
    return {
      status: 201,
      version: timer.version,
      location: `/api/v1/timers/${timer.id}`,
      body: { timer: timerJson(timer, now), server_time: now.toISOString() },
    };
  },
});

const correct = operation({
  ...changesTimer,
  operationId: 'correctTimer',
  method: 'put',
  path: '/timers/{id}/spans',
  summary: 'Correct the time of a timer',
  description: `Replaces all spans. Those with different times than before have the origin \`corrected\`; the rest stay as they are. A running timer keeps running, with its last span open. For a timer that needs a review, sending its spans unchanged confirms them; this can be undone for ${UNDO_DAYS} days by \`POST /timers/questions/{id}/undo\`, or by sending the previous spans.`,
  body: correctTimerInput,
  problems: [
    'time_in_future',
    'timer_not_found',
    'timer_ended',
    'open_span_mismatch',
    'time_overlaps',
    'cap_reached',
    'time_closed',
    ...VERSION,
  ],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await correctTimer(ctx, { id: params.id, ifMatch }, body)),
});

const restore = operation({
  ...changesTimer,
  operationId: 'restoreTimer',
  method: 'post',
  path: '/timers/{id}/restore',
  summary: 'Restore a discarded timer',
  description:
    'The timer is as it was before, except that a running one is restored as paused. A timer that isn’t discarded returns 200 with `changed: false`.',
  body: emptyInput,
  problems: ['timer_not_found', 'time_overlaps', 'time_closed', ...VERSION],
  handler: async (ctx, { params, ifMatch }) => changeTimerBody(await restoreTimer(ctx, { id: params.id, ifMatch })),
});

const unstop = operation({
  ...changesTimer,
  operationId: 'undoStop',
  method: 'post',
  path: '/timers/{id}/undo-stop',
  summary: 'Undo a stop',
  description: `Possible for ${STOP_UNDO_MS / MINUTE_MS} minutes. A timer that was running continues as if it had never been stopped; one that was paused is paused again. A timer that hasn’t ended returns 200 with \`changed: false\`.`,
  body: emptyInput,
  problems: [
    'timer_not_found',
    'stop_not_undoable',
    'timer_already_running',
    'timers_disabled',
    'time_overlaps',
    'time_closed',
    ...VERSION,
  ],
  handler: async (ctx, { params, ifMatch }) => changeTimerBody(await undoStop(ctx, { id: params.id, ifMatch })),
});

const review = operation({
  ...changesTimer,
  operationId: 'reviewTimer',
  method: 'post',
  path: '/timers/{id}/review',
  summary: 'Confirm the time of a timer',
  description: `For a timer that needs a review, such as one that was stopped by the cap. A timer that needs none returns 200 with \`changed: false\`. It is listed under \`undoable\` of \`GET /timers/questions\`, and can be undone for ${UNDO_DAYS} days.`,
  body: emptyInput,
  problems: ['timer_not_found', ...VERSION],
  handler: async (ctx, { params, ifMatch }) => changeTimerBody(await reviewTimer(ctx, { id: params.id, ifMatch })),
});

const split = operation({
  operationId: 'splitTimer',
  method: 'post',
  path: '/timers/{id}/split',
  tag: TIMERS,
  summary: 'Split a timer',
  description:
    'The time before `at` stays with this timer, which is stopped; the time from `at` on goes to a new timer for the same work, which continues if this one did, or has ended.',
  permission: 'timers:write',
  params: timerParams,
  body: splitTimerInput,
  output: splitTimerResponse,
  versioned: true,
  problems: ['time_in_future', 'split_outside', 'timer_not_found', 'timer_ended', 'time_closed', ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) => {
    const { timer, second, now } = await splitTimer(ctx, { id: params.id, ifMatch }, body);
    return {
      status: 200,
      version: timer.version,
      body: { timer: timerJson(timer, now), second: timerJson(second, now), server_time: now.toISOString() },
    };
  },
});

const merge = operation({
  operationId: 'mergeTimers',
  method: 'post',
  path: '/timers/{id}/merge',
  tag: TIMERS,
  summary: 'Merge two timers',
  description:
    'The spans of the other timer are added to this one, which continues if one of them did; the other is discarded. This one keeps its ticket, project, title and tags. Together they can have 200 spans.',
  permission: 'timers:write',
  params: timerParams,
  body: mergeTimerInput,
  output: mergeTimerResponse,
  versioned: true,
  problems: [
    'merge_with_itself',
    'timer_not_found',
    'timer_ended',
    'too_many_spans',
    'cap_reached',
    'time_closed',
    ...VERSION,
  ],
  handler: async (ctx, { params, body, ifMatch }) => {
    const { timer, merged, now } = await mergeTimers(ctx, { id: params.id, ifMatch }, body);
    return {
      status: 200,
      version: timer.version,
      body: { timer: timerJson(timer, now), merged: timerJson(merged, now), server_time: now.toISOString() },
    };
  },
});

export const timerCorrectionOperations = [add, correct, restore, unstop, review, split, merge];
