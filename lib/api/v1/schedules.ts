import { z } from 'zod';
import { createSchedule } from '#/lib/alarms/schedules/create-schedule.ts';
import { deleteSchedule } from '#/lib/alarms/schedules/delete-schedule.ts';
import { editSchedule, type ScheduleChange } from '#/lib/alarms/schedules/edit-schedule.ts';
import { getLastRun, getSchedule, listSchedules, previewSchedule } from '#/lib/alarms/schedules/list-schedules.ts';
import { pauseSchedule, resumeSchedule } from '#/lib/alarms/schedules/pause-schedule.ts';
import type { LastRun, Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { listedScheduleJson, scheduleJson } from '#/lib/alarms/schedules/schedule-json.ts';
import {
  changeScheduleResponse,
  createScheduleInput,
  deleteScheduleResponse,
  editScheduleInput,
  listSchedulesQuery,
  previewScheduleInput,
  previewScheduleResponse,
  scheduleListResponse,
  scheduleResponse,
} from '#/lib/alarms/schedules/schedule-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';

const tag = 'Schedules';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['schedule_not_found'] as const;
const VERSION = ['schedule_version_mismatch'] as const;

type Found = { schedule: Schedule; now: Date };

async function bodyOf(ctx: Ctx, found: Found) {
  return bodyWith(ctx, found, await getLastRun(ctx, found.schedule.id, found.now));
}

function bodyWith(ctx: Ctx, { schedule, now }: Found, lastRun: LastRun | null) {
  return { schedule: scheduleJson({ schedule, lastRun }, now, ctx.actor), server_time: now.toISOString() };
}

async function changeResponse(ctx: Ctx, change: ScheduleChange) {
  const body = { ...(await bodyOf(ctx, change)), changed: change.isChanged };
  return { status: 200 as const, version: change.schedule.version, body };
}

const create = operation({
  operationId: 'createSchedule',
  method: 'post',
  path: '/schedules',
  tag,
  summary: 'Create a schedule',
  description:
    'Set the times with `cron` (and `time_zone`) or `repeat`, and what to do as in an alarm. Each run is a separate alarm with its `schedule_id`. When this responds, those of the next two minutes exist, and in any case the next one.',
  permission: 'alarms:write',
  body: createScheduleInput,
  verbatim: ['payload'],
  output: scheduleResponse,
  status: 201,
  versioned: true,
  problems: ['schedule_never_runs', 'too_many_schedules'],
  handler: async (ctx, { body }) => {
    const created = await createSchedule(ctx, body);
    const { id, version } = created.schedule;
    return { status: 201, version, location: `/api/v1/schedules/${id}`, body: bodyWith(ctx, created, null) };
  },
});

const preview = operation({
  operationId: 'previewSchedule',
  method: 'post',
  path: '/schedules/preview',
  tag,
  summary: 'Preview the next runs of an expression',
  description: 'Saves nothing.',
  permission: 'alarms:read',
  body: previewScheduleInput,
  output: previewScheduleResponse,
  problems: ['schedule_never_runs'],
  handler: async (ctx, { body }) => {
    const { runs, now } = await previewSchedule(ctx, body);
    const next_runs = runs.map((run) => run.toISOString());
    return { status: 200, body: { next_runs, server_time: now.toISOString() } };
  },
});

const list = operation({
  operationId: 'listSchedules',
  method: 'get',
  path: '/schedules',
  tag,
  summary: 'List schedules',
  description: 'Newest first, without the headers and bodies of their alarms.',
  permission: 'alarms:read',
  query: listSchedulesQuery,
  output: scheduleListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { schedules, nextCursor, now } = await listSchedules(ctx, query);
    const shown = schedules.map((schedule) => listedScheduleJson(schedule, now));
    return { status: 200, body: { schedules: shown, next_cursor: nextCursor, server_time: now.toISOString() } };
  },
});

const one = operation({
  operationId: 'getSchedule',
  method: 'get',
  path: '/schedules/{id}',
  tag,
  summary: 'Get a schedule',
  description: 'With its next runs, its last one, and the headers and body of its alarms.',
  permission: 'alarms:read',
  params,
  output: scheduleResponse,
  versioned: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const found = await getSchedule(ctx, params.id);
    return { status: 200, version: found.schedule.version, body: await bodyOf(ctx, found) };
  },
});

const edit = operation({
  operationId: 'editSchedule',
  method: 'patch',
  path: '/schedules/{id}',
  tag,
  summary: 'Change a schedule',
  description:
    'Runs that are already alarms and had no attempt are aborted and registered again by the changed schedule. A new expression counts from now on. A new `url` also needs new `headers` if someone else wrote credentials in them.',
  permission: 'alarms:write',
  params,
  body: editScheduleInput,
  verbatim: ['payload'],
  output: changeScheduleResponse,
  versioned: true,
  problems: ['schedule_never_runs', ...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeResponse(ctx, await editSchedule(ctx, { id: params.id, ifMatch }, body)),
});

const pause = operation({
  operationId: 'pauseSchedule',
  method: 'post',
  path: '/schedules/{id}/pause',
  tag,
  summary: 'Pause a schedule',
  description:
    'Runs that had no attempt are aborted; those being sent or retried continue. If it is already paused, returns `changed: false`.',
  permission: 'alarms:write',
  params,
  body: emptyInput,
  output: changeScheduleResponse,
  versioned: true,
  problems: [...NOT_FOUND, 'schedule_ended', ...VERSION],
  handler: async (ctx, { params, ifMatch }) =>
    changeResponse(ctx, await pauseSchedule(ctx, { id: params.id, ifMatch })),
});

const resume = operation({
  operationId: 'resumeSchedule',
  method: 'post',
  path: '/schedules/{id}/resume',
  tag,
  summary: 'Resume a paused schedule',
  description: 'Missed runs are caught up on as `catch_up` says. If it isn’t paused, returns `changed: false`.',
  permission: 'alarms:write',
  params,
  body: emptyInput,
  output: changeScheduleResponse,
  versioned: true,
  problems: [...NOT_FOUND, 'schedule_ended', ...VERSION],
  handler: async (ctx, { params, ifMatch }) =>
    changeResponse(ctx, await resumeSchedule(ctx, { id: params.id, ifMatch })),
});

const remove = operation({
  operationId: 'deleteSchedule',
  method: 'delete',
  path: '/schedules/{id}',
  tag,
  summary: 'Delete a schedule',
  description: 'Runs that had no attempt are aborted. Its finished runs stay, as alarms.',
  permission: 'alarms:write',
  params,
  output: deleteScheduleResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => {
    const deleted = await deleteSchedule(ctx, { id: params.id, ifMatch });
    return {
      status: 200,
      version: deleted.schedule.version,
      body: { ...(await bodyOf(ctx, deleted)), aborted_count: deleted.aborted },
    };
  },
});

export const scheduleOperations = [create, preview, list, one, edit, pause, resume, remove];
