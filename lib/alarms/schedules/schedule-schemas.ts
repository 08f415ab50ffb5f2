import { z } from 'zod';
import { createAlarmInput, nullableTarget } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { alarmOut, alarmStatus } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { CATCH_UPS, MAX_CAUGHT_UP, SCHEDULE_STATUSES, SHOWN_RUNS } from '#/lib/alarms/schedules/schedule.ts';
import { cronProblem, repeatProblem } from '#/lib/alarms/schedules/schedule-timing.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { nullIfInvalid, withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';

const status = z.enum(SCHEDULE_STATUSES);

/** A text checked by `problemOf`, which returns what is wrong with it, or null. */
function checkedText(longest: number, problemOf: (text: string) => string | null) {
  return z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

const cron = checkedText(200, cronProblem)
  .describe(
    'Five fields (minute, hour, day of the month, month, weekday), or six with seconds first, at least 10 s apart; or @hourly, @daily, @weekly, @monthly, @yearly. `L`, `W`, `#` and `+` as Croner knows them.',
  )
  .meta({ example: '30 9 * * MON-FRI' });
const timeZone = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin or UTC')
  .describe('IANA time zone of `cron`. UTC by default.')
  .meta({ example: 'Europe/Berlin' });
const repeat = checkedText(200, repeatProblem)
  .describe(
    'ISO 8601 repeating interval instead of `cron`: `R5/2026-01-01T00:00:00Z/PT1H` runs five times, the first time at its start; `R/…` without an end. At least 10 s; days have 24 hours.',
  )
  .meta({ example: 'R5/2026-01-01T00:00:00Z/PT1H' });
const startAt = instantInput.describe('No run before it.');
const endAt = instantInput.describe('No run at or after it.');
const catchUp = z
  .enum(CATCH_UPS)
  .describe(
    `For runs missed while it was paused, or while no worker ran for minutes: \`none\` (default) skips them, \`latest\` catches up on the last one, \`all\` on up to the last ${MAX_CAUGHT_UP}, all at once.`,
  );

/** What each run does: as an alarm's. */
const target = createAlarmInput.pick({
  url: true,
  method: true,
  headers: true,
  payload: true,
  body: true,
  body_base64: true,
  format: true,
  applicant_service: true,
  output_mode: true,
  broker: true,
  broker_id: true,
  target: true,
  retry: true,
  jitter: true,
  jitter_ms: true,
  append_id: true,
  callback_url: true,
}).shape;
const name = nullableTarget.applicant_service.describe('Name of the schedule and of its alarms.');

const timing = {
  cron: nullIfInvalid(cron),
  time_zone: nullIfInvalid(timeZone),
  repeat: nullIfInvalid(repeat),
  start_at: nullIfInvalid(startAt),
  end_at: nullIfInvalid(endAt),
};

/** Exactly one of the two, as JSON Schema; null, as in responses, is the same as left out. */
const CRON_OR_REPEAT = {
  oneOf: ['cron', 'repeat'].map((way) => ({
    title: way,
    required: [way],
    properties: { [way]: { type: 'string' as const } },
  })),
};

export const createScheduleInput = z
  .strictObject({ name: nullIfInvalid(name), ...timing, catch_up: catchUp.default('none'), ...target })
  .meta({ id: 'CreateSchedule', ...CRON_OR_REPEAT });

export const editScheduleInput = z
  .strictObject({
    name: name.nullable().optional(),
    cron: nullIfInvalid(cron).describe('Replaces `repeat`, too.'),
    time_zone: nullIfInvalid(timeZone),
    repeat: nullIfInvalid(repeat).describe('Replaces `cron` and `time_zone`, too.'),
    start_at: startAt.nullable().optional(),
    end_at: endAt.nullable().optional(),
    catch_up: catchUp.optional(),
    ...target,
    url: nullableTarget.url
      .nullable()
      .optional()
      .describe('null with `output_mode` event, which drops it along with method, headers, format and append_id.'),
    broker_id: z
      .uuid()
      .nullable()
      .optional()
      .describe('`broker`, as returned by the API; null: runs publish in the feed.'),
    applicant_service: nullableTarget.applicant_service.nullable().optional(),
    callback_url: nullableTarget.callback_url.nullable().optional().describe('null: no callback.'),
    retry: nullableTarget.retry.nullable().optional().describe('null: the default retry schedule.'),
  })
  .meta({ id: 'EditSchedule' });

export const previewScheduleInput = z.strictObject(timing).meta({ id: 'PreviewSchedule', ...CRON_OR_REPEAT });

export const listSchedulesQuery = z.strictObject({
  status: status.optional().describe('Schedules in this state.'),
  name: z.string().trim().max(200).optional().describe('Part of the name or of the url; or an id.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

const nextRuns = z.array(instantOut).max(SHOWN_RUNS);

const lastRun = z
  .object({
    alarm_id: z.uuid().describe('The alarm of the run.'),
    run_at: instantOut.describe('The instant given by the schedule.'),
    status: alarmStatus.describe('Of its alarm.'),
  })
  .meta({ id: 'ScheduleRun' });

const listedScheduleOut = withReadOnly(
  z.object({
    id: z.uuid(),
    status: status.describe('ended: all its runs have passed.'),
    name: z.string().nullable(),
    cron: z.string().nullable(),
    time_zone: z.string().nullable().describe('Of `cron`.'),
    repeat: z.string().nullable(),
    start_at: instantOut.nullable(),
    end_at: instantOut.nullable(),
    catch_up: z.enum(CATCH_UPS),
    next_runs: nextRuns.describe(
      `At most the next ${SHOWN_RUNS}, without \`jitter\`; none while it is paused. A run that you abort or reschedule individually is still listed.`,
    ),
    last_run_at: instantOut.nullable().describe('The latest run that is already an alarm. It may lie in the future.'),
    last_run: lastRun
      .nullable()
      .describe(
        'The latest run that was due, and its state. Runs that were aborted before they were sent don’t count.',
      ),
    paused_at: instantOut.nullable(),
    ...alarmOut.pick({
      applicant_service: true,
      output_mode: true,
      url: true,
      broker_id: true,
      target: true,
      method: true,
      format: true,
      append_id: true,
      callback_url: true,
      retry: true,
      jitter_ms: true,
    }).shape,
    created_by: z.uuid().describe('The API key, or else the user, that created it.'),
    created_at: instantOut,
    updated_at: instantOut,
    version: z.int().min(1),
  }),
  [
    'id',
    'status',
    'next_runs',
    'last_run_at',
    'last_run',
    'paused_at',
    'created_by',
    'created_at',
    'updated_at',
    'version',
  ],
).meta({ id: 'ListedSchedule' });

export const scheduleOut = listedScheduleOut
  .extend({
    headers: z
      .record(z.string(), z.string())
      .describe(
        'The values of credentials are shown to the API key or user that wrote them, and masked for everyone else.',
      ),
    payload: alarmOut.shape.payload,
    body: alarmOut.shape.body,
    body_base64: alarmOut.shape.body_base64,
  })
  .meta({ id: 'Schedule' });

export const scheduleResponse = z
  .object({ schedule: scheduleOut, server_time: serverTimeOut })
  .meta({ id: 'ScheduleResponse' });

export const changeScheduleResponse = scheduleResponse
  .extend({ changed: z.boolean().describe('False if it was already so.') })
  .meta({ id: 'ChangeScheduleResponse' });

export const deleteScheduleResponse = scheduleResponse
  .extend({ aborted_count: z.int().min(0).describe('How many runs were aborted before they were sent.') })
  .meta({ id: 'DeleteScheduleResponse' });

export const scheduleListResponse = z
  .object({
    schedules: z.array(listedScheduleOut).describe('Newest first, without headers and body.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ScheduleList' });

export const previewScheduleResponse = z
  .object({
    next_runs: nextRuns.describe(`The next ${SHOWN_RUNS}, or all that remain.`),
    server_time: serverTimeOut,
  })
  .meta({ id: 'SchedulePreview' });

export type CreateScheduleInput = z.output<typeof createScheduleInput>;
export type EditScheduleInput = z.output<typeof editScheduleInput>;
export type PreviewScheduleInput = z.output<typeof previewScheduleInput>;
export type ListSchedulesQuery = z.output<typeof listSchedulesQuery>;
export type ScheduleJson = z.infer<typeof scheduleOut>;
export type ListedScheduleJson = z.infer<typeof listedScheduleOut>;
export type ScheduleResponse = z.infer<typeof scheduleResponse>;
export type ChangeScheduleResponse = z.infer<typeof changeScheduleResponse>;
export type ScheduleListJson = z.infer<typeof scheduleListResponse>;
export type SchedulePreviewJson = z.infer<typeof previewScheduleResponse>;
