import {
  type AlarmSettings,
  attemptsOf,
  endOfMisfire,
  type Misfired,
  type RetryPolicy,
} from '#/lib/alarms/alarms/alarm.ts';
import { headersTooLarge, storedBody } from '#/lib/alarms/alarms/alarm-body.ts';
import type { CreateAlarmInput, RescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import {
  jitterMsOf,
  ownRetry,
  type Reachable,
  settingsOf,
  targetProblems,
  urlOf,
} from '#/lib/alarms/alarms/alarm-target.ts';
import { dueTimeOf, jitterUs, whenProblems } from '#/lib/alarms/alarms/due-time.ts';
import { AppError, type FieldProblem } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';

/** Who requests an alarm, as the feed names them, and with which request. */
export type Author = Pick<FeedEvent, 'actor' | 'requestId'>;

/** An alarm about to be written. */
export type NewAlarm = {
  id: string;
  workspaceId: string;
  createdBy: string;
  by: Author;
  createdUs: Micros;
  dueUs: Micros;
  deadlineUs: Micros | null;
  maxAttempts: number;
  name: string | null;
  externalId: string | null;
  url: string | null;
  payload: string | null;
  settings: AlarmSettings;
  /** The due time counts from the request, so a repeat requests a later one. */
  isFromNow: boolean;
  onConflict: 'reject' | 'replace';
  /** Set when it ends at creation: due in the past, and not to fire late. */
  end: Misfired | null;
};

/** What an alarm is planned with: the database's time, the operator's settings, and brokers that inputs name. */
export type AlarmPlanning = Reachable & { nowUs: Micros; retry: RetryPolicy };
type Owner = Pick<NewAlarm, 'id' | 'workspaceId' | 'createdBy' | 'by'>;

/**
 * The alarm that an input requests at the given instant.
 * @throws AppError 400 `input_invalid` with a pointer to each field that does not fit, `due_in_past`, `due_too_far`
 */
export function planAlarm(input: CreateAlarmInput, owner: Owner, planning: AlarmPlanning): NewAlarm {
  reject([...whenProblems(input), ...targetProblems(input, planning), ...conflictProblems(input)]);
  const requestedUs = dueTimeOf(input, planning.nowUs);
  // Jitter is the same each time: derived from the external id, else from the alarm's own id. The due time in responses
  // includes it.
  const jitterMs = input.due_at === undefined ? jitterMsOf(input) : 0;
  const dueUs = requestedUs + (jitterMs ? jitterUs(input.external_id ?? owner.id, jitterMs) : 0);
  const deadlineUs = input.deadline ?? null;
  reject(deadlineProblems(deadlineUs, dueUs));
  reject(headersTooLarge(input.headers, input));
  return {
    ...owner,
    createdUs: planning.nowUs,
    dueUs,
    deadlineUs,
    maxAttempts: attemptsOf(ownRetry(input) ?? planning.retry),
    name: input.name ?? null,
    externalId: input.external_id ?? null,
    url: urlOf(input, planning.brokers),
    payload: storedBody(input).payload,
    settings: settingsOf(input, owner.id, planning.retry),
    isFromNow: input.fire_at === undefined && input.due_at === undefined && input.start_date === undefined,
    onConflict: input.on_conflict ?? 'reject',
    end: requestedUs <= planning.nowUs && input.misfire !== 'fire' ? endOfMisfire(input.misfire) : null,
  };
}

/** The new due time that a reschedule requests. @throws AppError 400 as `planAlarm` */
export function planReschedule(input: RescheduleAlarmInput, nowUs: Micros): Micros {
  reject(whenProblems(input));
  return dueTimeOf(input, nowUs);
}

function conflictProblems(input: CreateAlarmInput): FieldProblem[] {
  if (input.on_conflict === undefined || input.external_id !== undefined) return [];
  return [{ pointer: '/on_conflict', detail: 'needs an external_id: alarms without one never conflict' }];
}

function deadlineProblems(deadlineUs: Micros | null, dueUs: Micros): FieldProblem[] {
  if (deadlineUs === null || dueUs <= deadlineUs) return [];
  return [{ pointer: '/deadline', detail: 'must not be before the due time, jitter included' }];
}

function reject(fields: FieldProblem[]): void {
  const [first] = fields;
  if (!first) return;
  const detail = `${first.pointer || 'The body'}: ${first.detail}`;
  throw new AppError('input_invalid', { detail, fields });
}
