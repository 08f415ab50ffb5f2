/** One person's pomodoro settings. Durations in minutes. */
export type PomodoroSettings = {
  workMinutes: number;
  shortBreakMinutes: number;
  longBreakMinutes: number;
  rounds: number;
  atWorkEnd: 'stop' | 'overtime' | 'ask';
  atBreakEnd: 'start' | 'wait';
  strict: boolean;
  /** Whether the end of a phase plays a sound. */
  sound: boolean;
  /** Pomodoros per day. */
  dailyGoal: number;
};

/** The settings of a person who has changed nothing, equal to the table's defaults. */
export const POMODORO_DEFAULTS: PomodoroSettings = {
  workMinutes: 25,
  shortBreakMinutes: 5,
  longBreakMinutes: 15,
  rounds: 4,
  atWorkEnd: 'stop',
  atBreakEnd: 'wait',
  strict: false,
  sound: false,
  dailyGoal: 8,
};

export const POMODORO_COLUMNS = {
  workMinutes: true,
  shortBreakMinutes: true,
  longBreakMinutes: true,
  rounds: true,
  atWorkEnd: true,
  atBreakEnd: true,
  strict: true,
  sound: true,
  dailyGoal: true,
} as const;

/** A person's pomodoro settings from their row, if they have one. A CHECK of the table limits the values. */
export function pomodoroOf(row: { [K in keyof PomodoroSettings]: string | number | boolean } | null): PomodoroSettings {
  return row ? (row as PomodoroSettings) : POMODORO_DEFAULTS;
}
