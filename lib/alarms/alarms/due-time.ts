import { createHash } from 'node:crypto';
import type { CreateAlarmInput, RescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { DUE_TIME_FIELDS, DURATION_FIELDS } from '#/lib/alarms/alarms/due-time-fields.ts';
import { MAX_HORIZON_MS, partsMs } from '#/lib/alarms/alarms/time-schemas.ts';
import { AppError, type FieldProblem } from '#/lib/core/errors.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';

/** The due-time fields of an input. */
export type When = RescheduleAlarmInput & Pick<CreateAlarmInput, 'misfire'>;

/** Names of the due-time fields that an input uses; exactly one is required. */
function dueTimeFieldsOf(input: When): (keyof RescheduleAlarmInput)[] {
  const fields = [...DUE_TIME_FIELDS, 'start_date' as const].filter((field) => input[field] !== undefined);
  const counted = DURATION_FIELDS.find((field) => input[field] !== undefined);
  return counted ? [...fields, counted] : fields;
}

/** What is wrong with the due-time fields of an input. */
export function whenProblems(input: When): FieldProblem[] {
  const fields = dueTimeFieldsOf(input);
  if (fields.length > 1) {
    return fields.slice(1).map((field) => ({ pointer: `/${field}`, detail: `can’t be combined with ${fields[0]}` }));
  }
  const hasStart = input.start_date !== undefined;
  const hasInterval = input.expiration_interval_ms !== undefined;
  if (hasStart !== hasInterval && (hasStart || fields.length === 0)) {
    const missing = hasStart ? 'expiration_interval_ms' : 'start_date';
    return [{ pointer: `/${missing}`, detail: 'is required: start_date and expiration_interval_ms go together' }];
  }
  if (hasInterval && !hasStart) {
    return [
      { pointer: '/expiration_interval_ms', detail: `can’t be combined with ${fields[0]}; it goes with start_date` },
    ];
  }
  if (fields.length === 1) return [];
  return [
    { pointer: '', detail: 'send one of fire_at, due_at, delay, delay_ms, hours/minutes/seconds, or start_date' },
  ];
}

/**
 * The instant that an input requests, without its jitter.
 * @throws AppError 400 `due_in_past` unless misfire says what to do then, `due_too_far`
 */
export function dueTimeOf(input: When, nowUs: Micros): Micros {
  const dueUs = requestedTime(input, nowUs);
  const pointer = dueTimePointer(input);
  if (dueUs <= nowUs && !input.misfire) throw dueInPast(pointer, dueUs, nowUs);
  if (dueUs - nowUs > MAX_HORIZON_MS * MS_US) throw dueTooFar(pointer);
  return dueUs;
}

/** Pointer to the due-time field. */
export function dueTimePointer(input: When): string {
  return `/${dueTimeFieldsOf(input)[0]}`;
}

function requestedTime(input: When, nowUs: Micros): Micros {
  if (input.fire_at !== undefined) return input.fire_at;
  if (input.due_at !== undefined) return input.due_at;
  if (input.start_date !== undefined) return input.start_date + (input.expiration_interval_ms ?? 0) * MS_US;
  return nowUs + (input.delay ?? input.delay_ms ?? partsMs(input)) * MS_US;
}

function dueInPast(pointer: string, dueUs: Micros, nowUs: Micros): AppError {
  return new AppError('due_in_past', {
    detail: `The due time, ${formatMicros(dueUs)}, is not after the server’s time, ${formatMicros(nowUs)}. Send a later time, or set misfire on a new alarm.`,
    fields: [{ pointer, detail: 'must be in the future' }],
  });
}

function dueTooFar(pointer: string): AppError {
  return new AppError('due_too_far', {
    fields: [{ pointer, detail: 'must be within ten years' }],
  });
}

/**
 * How much later its jitter makes an alarm due: the same for the same name, spread evenly over `jitterMs`.
 * Microseconds.
 */
export function jitterUs(name: string, jitterMs: number): number {
  const hash = createHash('sha256').update(name).digest().readUIntBE(0, 6);
  return Math.floor((hash / 2 ** 48) * jitterMs * MS_US);
}
