import type { PomodoroSettings } from '#/lib/accounts/pomodoro/pomodoro-settings.ts';
import type { EditPomodoroInput, PomodoroSettingsJson } from '#/lib/accounts/pomodoro/pomodoro-settings-schemas.ts';

export function pomodoroJson(settings: PomodoroSettings): PomodoroSettingsJson {
  return {
    work_minutes: settings.workMinutes,
    short_break_minutes: settings.shortBreakMinutes,
    long_break_minutes: settings.longBreakMinutes,
    rounds: settings.rounds,
    at_work_end: settings.atWorkEnd,
    at_break_end: settings.atBreakEnd,
    strict: settings.strict,
    sound: settings.sound,
    daily_goal: settings.dailyGoal,
  };
}

/** The settings after the edit; omitted fields stay. */
export function editedPomodoro(before: PomodoroSettings, input: EditPomodoroInput = {}): PomodoroSettings {
  const json = { ...pomodoroJson(before), ...input };
  return {
    workMinutes: json.work_minutes,
    shortBreakMinutes: json.short_break_minutes,
    longBreakMinutes: json.long_break_minutes,
    rounds: json.rounds,
    atWorkEnd: json.at_work_end,
    atBreakEnd: json.at_break_end,
    strict: json.strict,
    sound: json.sound,
    dailyGoal: json.daily_goal,
  };
}
