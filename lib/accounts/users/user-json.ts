import { pomodoroJson } from '#/lib/accounts/pomodoro/pomodoro-settings-json.ts';
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
    day_target_seconds: settings.dayTargetSeconds,
    week_target_seconds: settings.weekTargetSeconds,
    nudge_seconds: settings.nudgeSeconds,
    absence_minutes: settings.absenceMinutes,
    absence_policy: settings.absencePolicy,
    working_hours: settings.workingHours,
    cap_point: settings.capPoint,
    pomodoro: pomodoroJson(settings.pomodoro),
  };
}
