import type { Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { MAX_SCHEDULES } from '#/lib/alarms/schedules/schedule.ts';
import { scheduleFacts } from '#/lib/alarms/schedules/schedule-json.ts';
import { AppError, type FieldProblem } from '#/lib/core/errors.ts';

/** 400 `input_invalid` with a pointer to each field, when there is one. */
export function rejectFields(fields: readonly FieldProblem[]): void {
  const [first] = fields;
  if (!first) return;
  const detail = `${first.pointer || 'The body'}: ${first.detail}`;
  throw new AppError('input_invalid', { detail, fields: [...fields] });
}

/** 400: there is no run within ten years. */
export function scheduleNeverRuns(pointer: string): AppError {
  return new AppError('schedule_never_runs', {
    fields: [{ pointer, detail: 'has no run within the next ten years' }],
  });
}

/** 409: all its runs have passed. */
export function scheduleEnded(schedule: Schedule): AppError {
  return new AppError('schedule_ended', {
    extra: { current: scheduleFacts(schedule) },
  });
}

export function tooManySchedules(): AppError {
  return new AppError('too_many_schedules', {
    detail: `A workspace can have at most ${MAX_SCHEDULES} schedules. Delete one that isn’t needed.`,
  });
}

export function scheduleVersionMismatch(schedule: Schedule): AppError {
  return new AppError('schedule_version_mismatch', {
    detail: `The schedule has changed: it is at version ${schedule.version}. Reload it, then try again.`,
    extra: { current: { ...scheduleFacts(schedule), version: schedule.version } },
  });
}
