import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { formatMicros } from '#/lib/core/micros.ts';

/** What events tell of an alarm, whatever happened to it. The due time is RFC 3339, UTC. */
export function alarmFacts({ id, name, externalId, dueUs }: Pick<Alarm, 'id' | 'name' | 'externalId' | 'dueUs'>) {
  return { id, name, external_id: externalId, due_at: formatMicros(dueUs) };
}
