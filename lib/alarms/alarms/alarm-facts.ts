import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { listedAlarmJson } from '#/lib/alarms/alarms/alarm-json.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

/** Events are kept for long, and tell of an alarm what they are read for. */
const TOLD = [
  'id',
  'status',
  'due_at',
  'version',
  'attempts',
  'end_reason',
  'name',
  'external_id',
  'url',
] as const satisfies (keyof ListedAlarmJson)[];
type Told = (typeof TOLD)[number];

/** What events tell of an alarm, whatever happened to it: fields of the API, with the values that they have now. */
export function alarmFacts(alarm: Alarm): Pick<ListedAlarmJson, Told> {
  const shown = listedAlarmJson(alarm, alarm.dueUs);
  return Object.fromEntries(TOLD.map((name) => [name, shown[name]])) as Pick<ListedAlarmJson, Told>;
}

/** The same as `alarmFacts` in SQL, as jsonb; `fields` are SQL expressions, that of `due_at` of a timestamptz. */
export function alarmFactsSql(fields: Record<Told, string>): string {
  const dueAt = `to_char(${fields.due_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const pairs = TOLD.map((name) => `'${name}', ${name === 'due_at' ? dueAt : fields[name]}`);
  return `jsonb_build_object(${pairs.join(', ')})`;
}
