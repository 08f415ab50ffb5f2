import type { User } from '#/lib/accounts/users/user.ts';

/** A person's settings as the API and the feed write them. */
export function settingsJson({ name, timeZone, settings }: User) {
  return {
    name,
    time_zone: timeZone,
    week_start: settings.weekStart,
    day_start_hour: settings.dayStartHour,
    hour_cycle: settings.hourCycle,
    theme: settings.theme,
    single_keys: settings.singleKeys,
    conflict_policy: settings.conflictPolicy,
  };
}
