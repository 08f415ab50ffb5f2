import { z } from 'zod';
import type { Ctx } from '#/lib/accounts/context.ts';
import { type Answer, endpoint } from '#/lib/api/endpoint.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import type { TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { getCurrentTimer } from '#/lib/tracking/timers/get-current-timer.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { syncTimers } from '#/lib/tracking/timers/sync-timers.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import type { ChangeTimerJson, ListTimersQuery, TimerSyncJson } from '#/lib/tracking/timers/timer-schemas.ts';
import {
  changeTimerAnswer,
  currentTimerAnswer,
  editTimerInput,
  listTimersQuery,
  resumeTimerInput,
  startTimerAnswer,
  startTimerInput,
  timerAnswer,
  timerListAnswer,
  timerSyncAnswer,
} from '#/lib/tracking/timers/timer-schemas.ts';

const tag = 'Timers';
const params = z.strictObject({ id: z.uuid() });
const ENDED = ['timer_ended'];
const VERSION = ['timer_version_mismatch'];

const start = endpoint({
  operationId: 'startTimer',
  method: 'post',
  path: '/timers/start',
  tag,
  summary: 'Start a timer',
  description:
    'Starts at the instant of the server. When another timer of yours runs: 409 with that timer as `current`, unless `on_conflict` says to stop (`switch`) or `pause` it at the same instant.',
  permission: 'timers:write',
  body: startTimerInput,
  output: startTimerAnswer,
  status: 201,
  problems: {
    400: ['expected_end_past'],
    404: ['ticket_not_found', 'project_not_found'],
    409: ['timer_already_running', 'timers_disabled'],
  },
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

const pause = endpoint({
  operationId: 'pauseTimer',
  method: 'post',
  path: '/timers/{id}/pause',
  tag,
  summary: 'Pause a timer',
  description: 'Closes the open span. A paused timer answers 200 with `changed: false`.',
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: changeTimerAnswer,
  versioned: true,
  problems: { 404: ['timer_not_found'], 409: ENDED, 412: VERSION },
  handler: async (ctx, { params, ifMatch }) => changeAnswer(await pauseTimer(ctx, { id: params.id, ifMatch })),
});

const resume = endpoint({
  operationId: 'resumeTimer',
  method: 'post',
  path: '/timers/{id}/resume',
  tag,
  summary: 'Resume a paused timer',
  description: 'Opens a new span. A running timer answers 200 with `changed: false`.',
  permission: 'timers:write',
  params,
  body: resumeTimerInput,
  output: changeTimerAnswer,
  versioned: true,
  problems: { 404: ['timer_not_found'], 409: [...ENDED, 'timer_already_running', 'timers_disabled'], 412: VERSION },
  handler: async (ctx, { params, body, ifMatch }) =>
    changeAnswer(await resumeTimer(ctx, { id: params.id, ifMatch }, body)),
});

const stop = endpoint({
  operationId: 'stopTimer',
  method: 'post',
  path: '/timers/{id}/stop',
  tag,
  summary: 'Stop a timer',
  description: 'Never refuses: a timer that has ended already answers 200 with `changed: false`.',
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: changeTimerAnswer,
  versioned: true,
  problems: { 404: ['timer_not_found'], 412: VERSION },
  handler: async (ctx, { params, ifMatch }) => changeAnswer(await stopTimer(ctx, { id: params.id, ifMatch })),
});

const discard = endpoint({
  operationId: 'discardTimer',
  method: 'post',
  path: '/timers/{id}/discard',
  tag,
  summary: 'Discard a timer that is running or paused',
  description: 'Its time counts nowhere. Its spans are kept, so that it can be restored.',
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: changeTimerAnswer,
  versioned: true,
  problems: { 404: ['timer_not_found'], 409: ENDED, 412: VERSION },
  handler: async (ctx, { params, ifMatch }) => changeAnswer(await discardTimer(ctx, { id: params.id, ifMatch })),
});

const edit = endpoint({
  operationId: 'editTimer',
  method: 'patch',
  path: '/timers/{id}',
  tag,
  summary: 'Change what a timer is about',
  description: 'Title, ticket, project, tags. What is left out stays; null takes away. Time is never changed here.',
  permission: 'timers:write',
  params,
  body: editTimerInput,
  output: changeTimerAnswer,
  versioned: true,
  problems: { 404: ['timer_not_found', 'ticket_not_found', 'project_not_found'], 409: ENDED, 412: VERSION },
  handler: async (ctx, { params, body, ifMatch }) =>
    changeAnswer(await editTimer(ctx, { id: params.id, ifMatch }, body)),
});

const current = endpoint({
  operationId: 'getCurrentTimer',
  method: 'get',
  path: '/timers/current',
  tag,
  summary: 'The running timer',
  description: 'Answers 200 with `timer: null` when nothing runs. Paused timers stand beside it.',
  permission: 'timers:read',
  output: currentTimerAnswer,
  handler: async (ctx) => {
    const { timer, paused, now } = await getCurrentTimer(ctx);
    return {
      status: 200,
      body: {
        timer: timer && timerJson(timer, now),
        paused: paused.map((other) => timerJson(other, now)),
        server_time: now.toISOString(),
      },
    };
  },
});

const one = endpoint({
  operationId: 'getTimer',
  method: 'get',
  path: '/timers/{id}',
  tag,
  summary: 'One timer',
  permission: 'timers:read',
  params,
  output: timerAnswer,
  problems: { 404: ['timer_not_found'] },
  handler: async (ctx, { params }) => {
    const { timer, now } = await getTimer(ctx, params.id);
    const body = timerJson(timer, now);
    return { status: 200, version: body.version, body: { timer: body, server_time: now.toISOString() } };
  },
});

const list = endpoint({
  operationId: 'listTimers',
  method: 'get',
  path: '/timers',
  tag,
  summary: 'Timers with totals by day',
  description:
    'Timers that have time in the asked range, newest first, and the totals of all that match, by day of the time zone. Days begin at the member’s own `day_start_hour`; spans over it count to both days. With `updated_since`: what has changed since, discarded ones included, without totals, as a `TimerSync`.',
  permission: 'timers:read',
  query: listTimersQuery,
  output: z.union([timerSyncAnswer, timerListAnswer]),
  problems: { 400: ['time_zone_unknown', 'range_invalid', 'cursor_invalid'], 404: ['member_not_found'] },
  handler: async (ctx, { query }) => {
    if (query.updated_since) return { status: 200, body: await syncAnswer(ctx, query.updated_since, query) };
    const page = await listTimers(ctx, query);
    const asOf = page.now.toISOString();
    return {
      status: 200,
      body: {
        timers: page.timers.map((timer) => timerJson(timer, page.now)),
        totals: {
          elapsed_ms: page.days.reduce((sum, day) => sum + day.elapsedMs, 0),
          as_of: asOf,
          time_zone: page.timeZone,
          days: page.days.map((day) => ({
            date: day.date,
            starts_at: day.startsAt.toISOString(),
            ends_at: day.endsAt.toISOString(),
            elapsed_ms: day.elapsedMs,
            timers: day.timers,
          })),
        },
        next_cursor: page.nextCursor,
        server_time: asOf,
      },
    };
  },
});

async function syncAnswer(ctx: Ctx, since: Date, query: ListTimersQuery): Promise<TimerSyncJson> {
  const { timers, nextCursor, syncFrom, now } = await syncTimers(ctx, since, query);
  return {
    timers: timers.map((timer) => timerJson(timer, now)),
    sync_from: syncFrom.toISOString(),
    next_cursor: nextCursor,
    server_time: now.toISOString(),
  };
}

function changeAnswer({ timer, changed, ended, now }: TimerChange): Answer<ChangeTimerJson> {
  return {
    status: 200,
    version: timer.version,
    body: {
      timer: timerJson(timer, now),
      changed,
      ended: ended && timerJson(ended, now),
      server_time: now.toISOString(),
    },
  };
}

export const timerEndpoints = [start, current, one, list, pause, resume, stop, discard, edit];
