import { z } from 'zod';
import { alarmStatus } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { lengthInput, microsInput } from '#/lib/alarms/alarms/time-schemas.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';

const alarmFilter = {
  status: alarmStatus.optional().describe('scheduled: no attempts yet; retrying: scheduled again after an attempt.'),
  external_id: z.string().min(1).max(255).optional().describe('Exactly this one.'),
  schedule_id: z.uuid().optional().describe('Runs of this schedule.'),
  name: z.string().trim().max(200).optional().describe('Part of the name, of the external_id or of the url; or an id.'),
  due_from: microsInput.optional().describe('Due at this instant or later.'),
  due_to: microsInput.optional().describe('Before this instant.'),
};

export const listAlarmsQuery = z.strictObject({
  ...alarmFilter,
  order: z.enum(['desc', 'asc']).default('desc').describe('By due time; desc lists the latest first.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

export const countAlarmsQuery = z.strictObject({
  schedule_id: alarmFilter.schedule_id,
  name: alarmFilter.name,
  due_from: alarmFilter.due_from,
  due_to: alarmFilter.due_to,
});

export const listDeadLettersQuery = z.strictObject({
  name: alarmFilter.name,
  finished_from: microsInput.optional().describe('Dead since this instant or later.'),
  finished_to: microsInput.optional().describe('Before this instant.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

export const redriveDeadLettersInput = z
  .strictObject({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(1_000)
      .optional()
      .describe('Ids of the dead letters; without them, all that the filter finds.'),
    name: alarmFilter.name,
    finished_from: microsInput.optional(),
    finished_to: microsInput.optional().describe('Before this instant.'),
    jitter: lengthInput
      .optional()
      .describe('Each is attempted at a random time within this duration from now, to spare the receivers.'),
    dry_run: z.boolean().default(false).describe('Only counts them.'),
  })
  .meta({ id: 'RedriveDeadLetters' });

const ABORT_FILTERS = ['status', 'external_id', 'schedule_id', 'name', 'due_from', 'due_to'] as const;

export const abortAlarmsInput = z
  .strictObject({
    ...alarmFilter,
    status: alarmStatus.extract(['scheduled', 'retrying']).optional().describe('If omitted, both.'),
    name: alarmFilter.name
      .unwrap()
      .min(1)
      .optional()
      .describe(alarmFilter.name.description ?? ''),
    all: z.boolean().default(false).describe('Every alarm that is scheduled or retrying, instead of a filter.'),
    dry_run: z.boolean().default(false).describe('Only counts them.'),
  })
  .refine((input) => input.all || ABORT_FILTERS.some((filter) => input[filter] !== undefined), {
    path: ['all'],
    message: 'Give at least one filter, or all: true to abort every alarm that has not fired',
  })
  .refine((input) => !input.all || ABORT_FILTERS.every((filter) => input[filter] === undefined), {
    path: ['all'],
    message: 'Give filters or all: true, not both',
  })
  .meta({ id: 'AbortAlarms' });

export type ListAlarmsQuery = z.output<typeof listAlarmsQuery>;
export type CountAlarmsQuery = z.output<typeof countAlarmsQuery>;
export type ListDeadLettersQuery = z.output<typeof listDeadLettersQuery>;
export type AbortAlarmsInput = z.output<typeof abortAlarmsInput>;
export type RedriveDeadLettersInput = z.output<typeof redriveDeadLettersInput>;
