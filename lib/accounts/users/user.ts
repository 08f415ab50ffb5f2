import { POMODORO_COLUMNS, type PomodoroSettings, pomodoroOf } from '#/lib/accounts/pomodoro/pomodoro-settings.ts';

/** `?done=` value of the sign-in page when an account was created but couldn't be signed in to. */
export const ACCOUNT_CREATED = 'account_created';
/** Length rather than composition rules: NIST SP 800-63B, 5.1.1.2. The maximum limits the work of hashing. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const NAME_MAX = 200;
/** RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them the angle brackets. */
export const EMAIL_MAX = 254;

export const HOUR_CYCLES = ['h12', 'h23'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;
export const CONFLICT_POLICIES = ['ask', 'last_resume_wins'] as const;
export const ABSENCE_POLICIES = ['ask', 'keep'] as const;
export const CAP_POINTS = ['cap', 'last_seen'] as const;
export const ABSENCE_MIN_MINUTES = 5;
export const ABSENCE_MAX_MINUTES = 24 * 60;
export const TARGET_MIN_SECONDS = 60;
export const DAY_TARGET_MAX_SECONDS = 24 * 3600;
export const WEEK_TARGET_MAX_SECONDS = 7 * DAY_TARGET_MAX_SECONDS;

/** One person's settings; `timeZone` and `name` are separate fields of `User`. */
export type UserSettings = {
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  weekStart: number;
  /** Hour in the person's time zone at which a day begins, 0 to 23. */
  dayStartHour: number;
  /** Null for the browser's default. */
  hourCycle: (typeof HOUR_CYCLES)[number] | null;
  theme: (typeof THEMES)[number];
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  singleKeys: boolean;
  /** What a start or resume does with a running timer when the request does not say. */
  conflictPolicy: (typeof CONFLICT_POLICIES)[number];
  /** How much they plan to track per day and per week; null without a target. */
  dayTargetSeconds: number | null;
  weekTargetSeconds: number | null;
  /**
   * Elapsed time of a timer after which they are asked whether they are still working; null for the workspace's
   * setting.
   */
  nudgeSeconds: number | null;
  /** An absence: this long without a heartbeat from any of their pages. */
  absenceMinutes: number;
  /** Whether they are asked about an absence, or it always counts as work. */
  absencePolicy: (typeof ABSENCE_POLICIES)[number];
  /** Whether the owner is asked at the end of their working hours; null: no. */
  workingHours: WorkingHours | null;
  /** Where a timer ends at its cap: at the cap itself, or when the person was last seen. */
  capPoint: (typeof CAP_POINTS)[number];
  pomodoro: PomodoroSettings;
};

/** When a person works: days of the week (ISO 8601, 1 is Monday) and local times in their zone, `HH:MM`. */
export type WorkingHours = { days: number[]; from: string; to: string };

export type User = { id: string; email: string; name: string; timeZone: string; settings: UserSettings };

/** Columns of a user that anyone may see: all but the password's hash. */
export const USER_COLUMNS = {
  id: true,
  email: true,
  name: true,
  timeZone: true,
  weekStart: true,
  dayStartHour: true,
  hourCycle: true,
  theme: true,
  singleKeys: true,
  conflictPolicy: true,
  dayTargetSeconds: true,
  weekTargetSeconds: true,
  nudgeSeconds: true,
  absenceMinutes: true,
  absencePolicy: true,
  workingHours: true,
  capPoint: true,
  pomodoro: { select: POMODORO_COLUMNS },
} as const;

type UserRow = Omit<User, 'settings'> & { [K in Exclude<keyof UserSettings, 'pomodoro'>]: unknown } & {
  pomodoro: Parameters<typeof pomodoroOf>[0];
};

/** A user from its row. A CHECK of the table limits the values of the columns. */
export function userOf(row: UserRow): User {
  const { id, email, name, timeZone, pomodoro, ...settings } = row;
  return { id, email, name, timeZone, settings: { ...settings, pomodoro: pomodoroOf(pomodoro) } as UserSettings };
}

/** The form in which email addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
