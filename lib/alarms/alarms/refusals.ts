import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { alarmJson } from '#/lib/alarms/alarms/alarm-json.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';

/** 409: a worker has taken it, so it will be sent. */
export function alreadyFiring(alarm: Alarm, nowUs: Micros): AppError {
  return conflict('alarm_already_firing', 'It is firing already; that can’t be taken back.', alarm, nowUs);
}

/** 409: nothing is left to change. */
export function alreadyEnded(alarm: Alarm, nowUs: Micros): AppError {
  const detail = `It has ended already: ${alarm.status}. Redrive it to have it fire again.`;
  return conflict('alarm_ended', detail, alarm, nowUs);
}

/** 409: it waits for its due time and was not tried yet. */
export function notTriedYet(alarm: Alarm, nowUs: Micros): AppError {
  return conflict(
    'alarm_not_attempted',
    'It has not fired yet. Move its due time to have it fire sooner.',
    alarm,
    nowUs,
  );
}

export function alarmVersionMismatch(alarm: Alarm, nowUs: Micros): AppError {
  return new AppError('alarm_version_mismatch', {
    status: 412,
    detail: `The alarm has changed since: it is at version ${alarm.version}. Look at it again.`,
    extra: { current: alarmJson(alarm, nowUs, null) },
  });
}

function conflict(code: string, detail: string, alarm: Alarm, nowUs: Micros): AppError {
  return new AppError(code, { status: 409, detail, extra: { current: alarmJson(alarm, nowUs, null) } });
}
