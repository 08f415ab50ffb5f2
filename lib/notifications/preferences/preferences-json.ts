import type { Preferences } from '#/lib/notifications/preferences/preferences.ts';
import type { PreferencesInput, PreferencesJson } from '#/lib/notifications/preferences/preferences-schemas.ts';

/** Preferences as the API and the feed write them. */
export function preferencesJson({ channels, quiet }: Preferences): PreferencesJson {
  const quiet_hours = quiet && { from: clockOf(quiet.fromMinute), to: clockOf(quiet.toMinute) };
  return { channels, quiet_hours };
}

/** The minutes of the day in `22:00` to `07:00`. */
export function quietOf(hours: PreferencesInput['quiet_hours']): Preferences['quiet'] {
  return hours && { fromMinute: minuteOf(hours.from), toMinute: minuteOf(hours.to) };
}

function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}
