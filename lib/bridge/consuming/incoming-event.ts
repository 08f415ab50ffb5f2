import { z } from 'zod';
import {
  type CreateAlarmInput,
  createAlarmInput,
  type RescheduleAlarmInput,
  rescheduleAlarmInput,
} from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { lengthInput, MAX_HORIZON_MS, microsInput, partsMs } from '#/lib/alarms/alarms/time-schemas.ts';
import type { IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import { type ReadEvent, readEvent } from '#/lib/bridge/consuming/cloud-event.ts';
import { formatIssue } from '#/lib/core/format-issue.ts';
import { idIn } from '#/lib/core/ids.ts';
import { type Micros, MS_US, parseMicros } from '#/lib/core/micros.ts';

/** The identity of an event, however often it is delivered. */
export type EventKey = { source: string; id: string };
/** How an event names an alarm: by the alarm's id, by its external id, or by the event of this source that scheduled it. */
export type NamedAlarm = { alarmId: string } | { externalId: string } | { eventId: string };

/** What a message requests. */
export type IncomingEvent =
  | { kind: 'scheduled'; key: EventKey; input: CreateAlarmInput; timeUs: Micros | null }
  | { kind: 'canceled'; key: EventKey; alarm: NamedAlarm }
  | { kind: 'rescheduled'; key: EventKey; alarm: NamedAlarm; input: RescheduleAlarmInput; timeUs: Micros | null }
  /** A valid event of another type. */
  | { kind: 'other'; key: EventKey; type: string }
  /** `key` is null when the message is not an event. */
  | { kind: 'invalid'; key: EventKey | null; reason: string };

const FLUNQ = 'io.flunq.';
const MAX_NAME_LENGTH = 200;

const named = {
  alarm_id: z.uuid().optional(),
  external_id: z.string().trim().min(1).max(255).optional(),
  event_id: z.string().min(1).optional(),
};
const canceledData = z.looseObject(named);
const rescheduledData = z.strictObject({ ...named, ...rescheduleAlarmInput.shape });

const flunqTimes = {
  fire_at: microsInput.optional(),
  duration_ms: z.int().min(0).max(MAX_HORIZON_MS).optional(),
  duration: lengthInput.optional(),
};
const flunqScheduled = z.looseObject({ ...flunqTimes, task_name: z.string().optional() });
const flunqRescheduled = z.looseObject({ ...named, ...flunqTimes });

/** What a message of a broker of this dialect requests. Pure: the same message always gives the same result. */
export function incomingEvent(
  message: Pick<IncomingMessage, 'body' | 'headers'>,
  dialect: BrokerDialect,
): IncomingEvent {
  const event = readEvent(message);
  if ('reason' in event) return { kind: 'invalid', key: null, reason: event.reason };
  const key = { source: event.source, id: event.id };
  const timeUs = event.time === null ? null : parseMicros(event.time);
  const prefix = dialect === 'flunq' ? FLUNQ : '';
  switch (event.type) {
    case `${prefix}timer.scheduled`:
      return scheduled(event, key, timeUs, dialect);
    case `${prefix}timer.canceled`:
      return canceled(event, key);
    case `${prefix}timer.rescheduled`:
      return rescheduled(event, key, timeUs, dialect);
    default:
      return { kind: 'other', key, type: event.type };
  }
}

/**
 * The input as it is planned at an instant: delays count from when the event happened, which may be before it arrived,
 * and one that is already due fires at once, unless the event says otherwise.
 */
export function inputAt<T extends RescheduleAlarmInput & Pick<CreateAlarmInput, 'misfire' | 'deadline'>>(
  input: T,
  timeUs: Micros | null,
  nowUs: Micros,
): T {
  const anchored = timeUs !== null && timeUs < nowUs ? fromInstant(input, timeUs) : input;
  const dueUs = anchored.fire_at ?? anchored.due_at;
  const isLate = dueUs !== undefined && dueUs <= nowUs;
  const isLeftToUs = input.misfire === undefined && input.deadline === undefined;
  return isLate && isLeftToUs ? { ...anchored, misfire: 'fire' } : anchored;
}

function fromInstant<T extends RescheduleAlarmInput>(input: T, timeUs: Micros): T {
  const { fire_at, due_at, start_date, delay, delay_ms, hours, minutes, seconds } = input;
  const parts = hours !== undefined || minutes !== undefined || seconds !== undefined;
  const ways = [fire_at, due_at, start_date, delay, delay_ms].filter((way) => way !== undefined).length;
  // None or several stay as they are, and are rejected later.
  if (ways + Number(parts) !== 1 || (!parts && delay === undefined && delay_ms === undefined)) return input;
  const ms = delay ?? delay_ms ?? partsMs(input);
  const without = { delay: undefined, delay_ms: undefined, hours: undefined, minutes: undefined, seconds: undefined };
  return { ...input, ...without, fire_at: timeUs + ms * MS_US };
}

/** As the API creates alarms. `url` may be missing: the event then goes to the broker that this one came from. */
function scheduled(event: ReadEvent, key: EventKey, timeUs: Micros | null, dialect: BrokerDialect): IncomingEvent {
  if (dialect === 'flunq') return flunqScheduledOf(event, key, timeUs);
  const data = withExactPayload(event);
  const parsed = read(createAlarmInput, data);
  return 'reason' in parsed ? invalid(key, parsed.reason) : { kind: 'scheduled', key, input: parsed.value, timeUs };
}

/** `io.flunq.timer.fired` returns all data of the event. */
function flunqScheduledOf(event: ReadEvent, key: EventKey, timeUs: Micros | null): IncomingEvent {
  const parsed = read(flunqScheduled, event.data);
  if ('reason' in parsed) return invalid(key, parsed.reason);
  const when = flunqWhen(parsed.value);
  if (!when) return invalid(key, 'data: send one of fire_at, duration_ms, duration');
  const name = parsed.value.task_name?.trim().slice(0, MAX_NAME_LENGTH);
  const payload = read(z.strictObject({ payload: createAlarmInput.shape.payload }), { payload: event.exactData });
  if ('reason' in payload) return invalid(key, payload.reason);
  return { kind: 'scheduled', key, input: { ...when, payload: event.exactData, name: name || undefined }, timeUs };
}

function canceled(event: ReadEvent, key: EventKey): IncomingEvent {
  const parsed = read(canceledData, event.data ?? {});
  if ('reason' in parsed) return invalid(key, parsed.reason);
  const alarm = alarmNamed(parsed.value, event);
  return alarm ? { kind: 'canceled', key, alarm } : invalid(key, NAMES_NONE);
}

function rescheduled(event: ReadEvent, key: EventKey, timeUs: Micros | null, dialect: BrokerDialect): IncomingEvent {
  if (dialect === 'flunq') {
    const parsed = read(flunqRescheduled, event.data);
    if ('reason' in parsed) return invalid(key, parsed.reason);
    const [alarm, input] = [alarmNamed(parsed.value, event), flunqWhen(parsed.value)];
    if (!input) return invalid(key, 'data: send one of fire_at, duration_ms, duration');
    return alarm ? { kind: 'rescheduled', key, alarm, input, timeUs } : invalid(key, NAMES_NONE);
  }
  const parsed = read(rescheduledData, event.data);
  if ('reason' in parsed) return invalid(key, parsed.reason);
  const { alarm_id, external_id, event_id, ...input } = parsed.value;
  const alarm = alarmNamed({ alarm_id, external_id, event_id }, event);
  return alarm ? { kind: 'rescheduled', key, alarm, input, timeUs } : invalid(key, NAMES_NONE);
}

const NAMES_NONE =
  'The event names no alarm. Send data.alarm_id, data.external_id, data.event_id (the id of the event that scheduled it), or the alarm’s id or external_id as subject.';

type Names = { alarm_id?: string | undefined; external_id?: string | undefined; event_id?: string | undefined };

function alarmNamed({ alarm_id, external_id, event_id }: Names, { subject }: ReadEvent): NamedAlarm | null {
  if (alarm_id !== undefined) return { alarmId: alarm_id };
  if (external_id !== undefined) return { externalId: external_id };
  if (event_id !== undefined) return { eventId: event_id };
  if (subject === null) return null;
  return idIn(subject) === null ? { externalId: subject } : { alarmId: subject };
}

type FlunqTimes = { fire_at?: Micros | undefined; duration_ms?: number | undefined; duration?: number | undefined };

/** The instant counts if both are given: it was derived from the duration. */
function flunqWhen({ fire_at, duration_ms, duration }: FlunqTimes): RescheduleAlarmInput | null {
  if (fire_at !== undefined) return { fire_at };
  const ms = duration_ms ?? duration;
  return ms === undefined ? null : { delay_ms: ms };
}

/** The payload is stored and sent with each digit as received. */
function withExactPayload({ data, exactData }: ReadEvent): unknown {
  const payload = (exactData as { payload?: unknown } | null | undefined)?.payload;
  return typeof data === 'object' && data !== null && payload !== undefined ? { ...data, payload } : data;
}

function read<T extends z.ZodType>(schema: T, value: unknown): { value: z.output<T> } | { reason: string } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  const path = ['data', ...(issue?.path ?? [])].join('.');
  return { reason: `${path}: ${issue ? formatIssue(issue) : 'is not valid'}` };
}

function invalid(key: EventKey, reason: string): IncomingEvent {
  return { kind: 'invalid', key, reason };
}
