import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { listedAlarmJson } from '#/lib/alarms/alarms/alarm-json.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

/** Events are stored for a long time, and carry only what their readers need of an alarm. */
const FACTS = [
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
type Fact = (typeof FACTS)[number];

/**
 * The facts about an alarm that every event carries: fields of the API, with their current values. `url` is the row's,
 * for a broker `broker://<id>/<target>`: statements that write events know no other.
 */
export function alarmFacts(alarm: Alarm): Pick<ListedAlarmJson, Fact> {
  const shown = { ...listedAlarmJson(alarm, alarm.dueUs), url: alarm.url };
  return Object.fromEntries(FACTS.map((name) => [name, shown[name]])) as Pick<ListedAlarmJson, Fact>;
}

/** `alarmFacts` in SQL, as jsonb; `fields` are SQL expressions, the one for `due_at` a timestamptz. */
export function alarmFactsSql(fields: Record<Fact, string>): string {
  const dueAt = `to_char(${fields.due_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const pairs = FACTS.map((name) => `'${name}', ${name === 'due_at' ? dueAt : fields[name]}`);
  return `jsonb_build_object(${pairs.join(', ')})`;
}
