import type { WorkedTimes } from '#/lib/tracking/worked-time/get-worked-times.ts';
import type { WorkedTimeJson } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

export function workedTimeJson({ of, weekStartsAt, timeOf }: WorkedTimes, id: string): WorkedTimeJson {
  const { people, lastWorkedAt, trackedMs, weekMs, running } = timeOf(id);
  return {
    of,
    tracked_ms: trackedMs,
    week_ms: weekMs,
    running,
    week_starts_at: weekStartsAt.toISOString(),
    last_worked_at: lastWorkedAt?.toISOString() ?? null,
    people: people.map((person) => ({
      user_id: person.userId,
      name: person.name,
      time_zone: person.timeZone,
      tracked_ms: person.trackedMs,
      week_ms: person.weekMs,
      running: person.running,
      last_worked_at: person.lastWorkedAt.toISOString(),
    })),
  };
}
