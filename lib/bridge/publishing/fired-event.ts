import type { DueAlarm } from '#/lib/alarms/alarms/alarm.ts';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';
import { currentJson, currentType } from '#/lib/feed/events/stored-event.ts';

/** Types that services of the other dialect know. */
const FLUNQ_TYPES: Readonly<Record<string, string>> = {
  'timer.fired': 'io.flunq.timer.fired',
  'timer.dlq': 'io.flunq.timer.dlq',
  'timer.test': 'io.flunq.timer.test',
};
const JSON_BLANK = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/**
 * The CloudEvents 1.0 event of one attempt of an alarm, or the event that it carries, in structured mode (JSON). `source`
 * is the URL of this service, `firedUs` the instant of this attempt. Attributes are the same for every attempt.
 */
export function firedEvent(
  alarm: DueAlarm,
  { dialect, source, firedUs }: { dialect: BrokerDialect; source: string; firedUs: Micros },
): string {
  const { event } = alarm.settings;
  const type = event ? currentType(event.type) : 'timer.fired';
  return cloudEvent({
    id: eventId(alarm),
    source,
    type: dialect === 'flunq' ? (FLUNQ_TYPES[type] ?? type) : type,
    subject: subjectOf(alarm),
    time: event?.at ?? formatMicros(alarm.dueUs),
    data: dataOf(alarm, dialect, firedUs),
  });
}

/** `id` of the event: the same for every attempt and each resend. */
export function eventId({ id, settings }: DueAlarm): string {
  return settings.event?.delivery ?? id;
}

/** The event of a test: `timer.test`, with the broker under test. */
export function testEvent(
  { id, broker, at }: { id: string; broker: { id: string; name: string; workspaceId: string }; at: Date },
  { dialect, source }: { dialect: BrokerDialect; source: string },
): string {
  const { id: brokerId, name, workspaceId } = broker;
  return cloudEvent({
    id,
    source,
    type: dialect === 'flunq' ? 'io.flunq.timer.test' : 'timer.test',
    subject: brokerId,
    time: at.toISOString(),
    data: JSON.stringify({ broker: { id: brokerId, name }, workspace_id: workspaceId }),
  });
}

type CloudEvent = { id: string; source: string; type: string; subject: string; time: string; data: string };

/** Built by hand, so that the payload keeps its numbers and spaces: 1.0 stays 1.0, and 2^60 stays what it is. */
function cloudEvent({ id, source, type, subject, time, data }: CloudEvent): string {
  return (
    `{"specversion":"1.0","id":${JSON.stringify(id)},"source":${JSON.stringify(source)},` +
    `"type":${JSON.stringify(type)},"subject":${JSON.stringify(subject)},"time":${JSON.stringify(time)},` +
    `"datacontenttype":"application/json","data":${data}}`
  );
}

/** Id of the alarm or other thing that the event is about. */
function subjectOf(alarm: DueAlarm): string {
  const id = eventId(alarm);
  if (!alarm.settings.event) return id;
  return (JSON.parse(alarm.payload ?? '{}') as { subject_id?: string }).subject_id ?? id;
}

function dataOf(alarm: DueAlarm, dialect: BrokerDialect, firedUs: Micros): string {
  const { event } = alarm.settings;
  if (event) return alarm.payload === null ? 'null' : currentJson(event.type, alarm.payload);
  return dialect === 'flunq' ? flunqData(alarm) : ownData(alarm, firedUs);
}

function ownData(alarm: DueAlarm, firedUs: Micros): string {
  const { id, name, externalId, settings, payload, dueUs, workspaceId, attempt } = alarm;
  const { applicant_service = null } = settings;
  const facts = { id, name, external_id: externalId, applicant_service, due_at: formatMicros(dueUs) };
  const whole = payload === null ? JSON.stringify(facts) : withMembers(JSON.stringify(facts), [['payload', payload]]);
  const lateness = (firedUs - dueUs) / MS_US;
  return (
    `{"alarm":${whole},"workspace_id":${JSON.stringify(workspaceId)},"attempt":${attempt},` +
    `"fired_at":"${formatMicros(firedUs)}","lateness_ms":${lateness}}`
  );
}

/**
 * What was scheduled (`tenant_id`, `workflow_id`, `execution_id`, `task_id`, `task_name` and others), and when:
 * `fire_at` and `duration_ms` as given, else those of the alarm.
 */
function flunqData({ payload, dueUs, createdUs }: DueAlarm): string {
  const given: unknown = payload === null ? {} : JSON.parse(payload);
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const times: [string, string][] = [
    ['fire_at', `"${formatMicros(dueUs)}"`],
    ['duration_ms', String(givenDurationMs(given) ?? Math.round((dueUs - createdUs) / MS_US))],
  ];
  if (!isObject) return withMembers('{}', [['payload', payload ?? 'null'], ...times]);
  return withMembers(
    payload ?? '{}',
    times.filter(([name]) => !Object.hasOwn(given, name)),
  );
}

/** For an event with `duration`, such as `PT5S`: its alarm may have been created some time after the event. */
function givenDurationMs(given: unknown): number | null {
  const { duration } = (given ?? {}) as { duration?: unknown };
  return typeof duration === 'string' ? parseDuration(duration) : null;
}

/** The JSON text of an object with more members; the values are JSON texts. */
function withMembers(object: string, members: readonly (readonly [name: string, value: string])[]): string {
  const text = object.replace(JSON_BLANK, '').slice(0, -1);
  const isEmpty = text.slice(1).replace(JSON_BLANK, '') === '';
  const added = members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  return `${text}${isEmpty || added === '' ? '' : ','}${added}}`;
}
