import { isDeepStrictEqual } from 'node:util';
import { BROKER_RETRY, type RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { type BodyInput, bodyFields, givenBody, headersTooLarge, storedBody } from '#/lib/alarms/alarms/alarm-body.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { writerOf } from '#/lib/alarms/alarms/alarm-json.ts';
import { type Reachable, settingsOf, targetProblems, urlOf } from '#/lib/alarms/alarms/alarm-target.ts';
import { parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import { firstRun, type Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { rejectFields, scheduleNeverRuns } from '#/lib/alarms/schedules/schedule-errors.ts';
import { shownHeaders } from '#/lib/alarms/schedules/schedule-json.ts';
import type {
  CreateScheduleInput,
  EditScheduleInput,
  PreviewScheduleInput,
} from '#/lib/alarms/schedules/schedule-schemas.ts';
import type { Timing } from '#/lib/alarms/schedules/schedule-timing.ts';
import type { Actor } from '#/lib/context/context.ts';
import type { FieldProblem } from '#/lib/core/errors.ts';

type Target = Pick<Schedule, 'url' | 'payload' | 'settings'>;
type Planning = Reachable & { id: string; retry: RetryPolicy };

/**
 * When a schedule runs according to the input, and its first run after an instant.
 * @throws AppError 400 `input_invalid`, `schedule_never_runs`
 */
export function planTiming(input: PreviewScheduleInput, now: Date): { timing: Timing; nextRunAt: Date } {
  rejectFields(timingProblems(input));
  const timing: Timing = {
    cron: input.cron ?? null,
    timeZone: input.cron === undefined ? null : (input.time_zone ?? 'UTC'),
    repeat: input.repeat ?? null,
    startAt: input.start_at ?? null,
    endAt: input.end_at ?? null,
  };
  const nextRunAt = firstRun(timing, now);
  if (!nextRunAt) throw scheduleNeverRuns(input.cron === undefined ? '/repeat' : '/cron');
  return { timing, nextRunAt };
}

function timingProblems(input: PreviewScheduleInput): FieldProblem[] {
  const { cron, repeat, time_zone, start_at, end_at } = input;
  if (cron === undefined && repeat === undefined) return [{ pointer: '', detail: 'send cron or repeat' }];
  if (cron !== undefined && repeat !== undefined) {
    return [{ pointer: '/repeat', detail: 'can’t be combined with cron' }];
  }
  if (repeat !== undefined && time_zone !== undefined) {
    return [{ pointer: '/time_zone', detail: 'goes with cron; an interval has the zone of its start' }];
  }
  const isEmpty = start_at && end_at && start_at >= end_at;
  return isEmpty ? [{ pointer: '/end_at', detail: 'must be after start_at' }] : [];
}

/** What the runs of a new schedule do. @throws AppError 400 `input_invalid` */
export function planTarget(input: CreateScheduleInput, planning: Planning): Target {
  return targetOf(input, planning);
}

/** When a schedule runs after a change; null when the change leaves that alone. @throws AppError 400 as `planTiming` */
export function editTiming(before: Schedule, input: EditScheduleInput, now: Date) {
  const isTimed = (['cron', 'time_zone', 'repeat', 'start_at', 'end_at'] as const).some(
    (key) => input[key] !== undefined,
  );
  if (!isTimed) return null;
  const own = input.cron === undefined && input.repeat === undefined ? ownExpression(before) : {};
  const keepsZone = input.repeat === undefined && before.timeZone !== null;
  return planTiming(
    {
      ...own,
      ...(keepsZone && { time_zone: before.timeZone as string }),
      ...pickGiven({ cron: input.cron, repeat: input.repeat, time_zone: input.time_zone }),
      ...pickGiven({
        start_at: orBefore(input.start_at, before.startAt),
        end_at: orBefore(input.end_at, before.endAt),
      }),
    },
    now,
  );
}

function ownExpression({ cron, repeat }: Schedule): Pick<PreviewScheduleInput, 'cron' | 'repeat'> {
  return cron === null ? { repeat: repeat as string } : { cron };
}

/**
 * What the runs do after a change, and who may read their credentials.
 * @throws AppError 400 `input_invalid`, also for another URL that keeps credentials written by someone else: they would
 *   be sent where their author never meant them to go
 */
export function editTarget(
  before: Schedule,
  input: EditScheduleInput,
  { actor, ...planning }: Planning & { actor: Pick<Actor, 'userId' | 'credential'> },
): Target & Pick<Schedule, 'headersBy'> {
  const writer = writerOf(actor);
  // A schedule that no longer calls a URL drops the settings for calling it.
  const ownMode = parseBrokerAddress(before.url) ? 'event' : before.settings.output_mode;
  const callsNoMore = input.output_mode === 'event' && ownMode !== 'event';
  const { url: ownUrl, settings: own } = callsNoMore ? withoutCall(before) : before;
  const outputMode = input.output_mode ?? (input.url ? 'webhook' : ownMode);
  const isEvent = outputMode === 'event';
  const address = isEvent ? parseBrokerAddress(ownUrl) : null;
  const url = orBefore(input.url, parseBrokerAddress(ownUrl) ? null : ownUrl);
  const brokerId = input.broker === undefined ? orBefore(input.broker_id, address?.brokerId ?? null) : null;
  // Another broker may have no such target.
  const keepsTarget = input.target === undefined && brokerId !== null && brokerId === address?.brokerId;
  const { sealed_headers: sealed, headers: retained } = own;
  // Headers as this caller reads them, credentials masked or not, stay as they are sealed.
  const isAsRead = isDeepStrictEqual(input.headers, shownHeaders(before, actor));
  const keepsHeaders = (input.headers === undefined || isAsRead) && !callsNoMore;
  if (keepsHeaders && sealed !== undefined && url !== before.url && writer !== before.headersBy) {
    rejectFields([{ pointer: '/headers', detail: 'must be sent with a new url: someone else wrote the credentials' }]);
  }
  const merged: TargetInput = {
    ...pickGiven({
      url,
      method: input.method ?? own.method,
      // Their values may be unreadable to this caller, and stay as they are sealed.
      headers: keepsHeaders ? retained : input.headers,
      format: input.format ?? own.format,
      applicant_service: orBefore(input.applicant_service, own.applicant_service ?? null),
      output_mode: outputMode,
      broker: input.broker,
      broker_id: brokerId,
      target: keepsTarget ? address?.target : input.target,
      retry: orBefore(input.retry, unchangedRetry(before, isEvent)),
      jitter: input.jitter,
      jitter_ms: input.jitter_ms ?? (input.jitter === undefined ? own.spread_ms : undefined),
      append_id: input.append_id ?? own.append_id,
      callback_url: orBefore(input.callback_url, own.callback?.url ?? null),
    }),
    ...(givenBody(input) ?? unchangedBody(before, callsNoMore)),
  };
  const sent = keepsHeaders ? (openHeaders(own, before.id) ?? retained) : input.headers;
  const target = targetOf(merged, planning, sent);
  if (!keepsHeaders) return { ...target, headersBy: writer };
  const { headers: _headers, sealed_headers: _sealed, ...rest } = target.settings;
  const settings = { ...rest, ...(retained && { headers: retained }), ...(sealed && { sealed_headers: sealed }) };
  return { ...target, settings, headersBy: before.headersBy };
}

/** The default policy of brokers does not carry over to webhooks. */
function unchangedRetry({ url, settings: { retry } }: Schedule, isEvent: boolean): RetryPolicy | null {
  const isOfBroker = parseBrokerAddress(url) !== null && isDeepStrictEqual(retry, BROKER_RETRY);
  return retry === undefined || (isOfBroker && !isEvent) ? null : retry;
}

/** An event's payload is JSON, so other bodies are dropped. */
function unchangedBody(before: Schedule, callsNoMore: boolean): BodyInput {
  return callsNoMore && before.settings.body ? {} : bodyFields(before);
}

function withoutCall({ settings }: Schedule): Pick<Schedule, 'url' | 'settings'> {
  const {
    method: _method,
    format: _format,
    append_id: _appendId,
    headers: _headers,
    sealed_headers: _,
    ...rest
  } = settings;
  return { url: null, settings: rest };
}

type TargetInput = Pick<
  CreateAlarmInput,
  | 'url'
  | 'method'
  | 'headers'
  | 'payload'
  | 'body'
  | 'body_base64'
  | 'format'
  | 'applicant_service'
  | 'output_mode'
  | 'broker'
  | 'broker_id'
  | 'target'
  | 'retry'
  | 'jitter'
  | 'jitter_ms'
  | 'append_id'
  | 'callback_url'
>;

/** `sent`: the headers with their values, where the input has those of credentials empty. */
function targetOf(input: TargetInput, { id, retry, ...reachable }: Planning, sent = input.headers): Target {
  rejectFields(targetProblems(input, reachable));
  rejectFields(headersTooLarge(sent, input));
  return {
    url: urlOf(input, reachable.brokers),
    payload: storedBody(input).payload,
    settings: settingsOf(input, id, retry),
  };
}

/** The value in the change, else the current one; null clears it. */
function orBefore<T>(given: T | null | undefined, before: T | null): T | null {
  return given === undefined ? before : given;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };

/** Without what is null or undefined. */
function pickGiven<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Given<T>;
}
