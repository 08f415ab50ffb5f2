import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { alarmJson } from '#/lib/alarms/alarms/alarm-json.ts';
import type { ErrorCode } from '#/lib/core/error-codes.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';

/** 409: a worker has claimed it, so it will be sent. */
export function alreadyFiring(alarm: Alarm, nowUs: Micros): AppError {
  return conflict(
    'alarm_already_firing',
    'The alarm is being sent now. If that attempt fails, it is retried and can be changed then.',
    alarm,
    nowUs,
  );
}

/** 409: nothing is left to change. */
export function alreadyEnded(alarm: Alarm, nowUs: Micros): AppError {
  const detail = `The alarm has already ended: ${alarm.status}. Redrive it to fire it again.`;
  return conflict('alarm_ended', detail, alarm, nowUs);
}

/** 409: it waits for its due time and was not attempted yet. */
export function notAttemptedYet(alarm: Alarm, nowUs: Micros): AppError {
  return conflict('alarm_not_attempted', 'The alarm hasn’t fired yet. Reschedule it to fire it sooner.', alarm, nowUs);
}

/** 409: an open alarm has the requested external id, but other content. */
export function externalIdConflict(alarm: Alarm, nowUs: Micros): AppError {
  const detail =
    'An open alarm has this external_id and other content. Send on_conflict "replace" to change it, or use another external_id.';
  return conflict('external_id_taken', detail, alarm, nowUs, '/external_id');
}

/** 409: the external id of an alarm that has ended now belongs to another one. */
export function externalIdReused(alarm: Alarm, nowUs: Micros): AppError {
  const detail =
    'Another open alarm now has this external_id. Redrive this one after that one has ended, or abort that one first.';
  return conflict('external_id_taken', detail, alarm, nowUs);
}

/** 409: the alarm to replace is being sent with its current content. */
export function firingNotReplaced(alarm: Alarm, nowUs: Micros): AppError {
  const detail =
    'The alarm with this external_id is being sent, so it can’t be replaced. Nothing was changed; send the request again when the attempt has ended.';
  return conflict('alarm_already_firing', detail, alarm, nowUs, '/external_id');
}

/** 400: an open alarm is not replaced by one that would end at creation. */
export function replacedByPast(alarm: Alarm, nowUs: Micros): AppError {
  return new AppError('due_in_past', {
    detail: 'The due time has passed, so it can’t replace an open alarm. Send a later time, or misfire "fire".',
    extra: { current: alarmJson(alarm, nowUs, null) },
  });
}

export function alarmVersionMismatch(alarm: Alarm, nowUs: Micros): AppError {
  return new AppError('alarm_version_mismatch', {
    detail: `The alarm has changed since you read it: it is at version ${alarm.version}. Look at it, then try again.`,
    extra: { current: alarmJson(alarm, nowUs, null) },
  });
}

function conflict(code: ErrorCode, detail: string, alarm: Alarm, nowUs: Micros, pointer?: string): AppError {
  const fields = pointer ? [{ pointer, detail: 'belongs to another alarm' }] : [];
  return new AppError(code, { detail, fields, extra: { current: alarmJson(alarm, nowUs, null) } });
}
