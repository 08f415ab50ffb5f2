/** Length rather than composition rules: NIST SP 800-63B, 5.1.1.2. The upper end bounds the work of hashing. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const NAME_MAX = 200;
/** RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them the angle brackets. */
export const EMAIL_MAX = 254;

export const HOUR_CYCLES = ['h12', 'h23'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;
export const CONFLICT_POLICIES = ['ask', 'last_resume_wins'] as const;

/** How one person wants the product to be; `timeZone` and `name` stand beside it in `User`. */
export type UserSettings = {
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  weekStart: number;
  /** Hour of the person's zone at which a day begins, 0 to 23. */
  dayStartHour: number;
  /** Null as the browser's locale has it. */
  hourCycle: (typeof HOUR_CYCLES)[number] | null;
  theme: (typeof THEMES)[number];
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  singleKeys: boolean;
  /** What a start or resume does that says nothing about the timer that runs. */
  conflictPolicy: (typeof CONFLICT_POLICIES)[number];
};

export type User = { id: string; email: string; name: string; timeZone: string; settings: UserSettings };

/** Columns of a user that anyone may get to see, that is all but the password's hash. */
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
} as const;

type UserRow = Omit<User, 'settings'> & { [K in keyof UserSettings]: string | number | boolean | null };

/** A user from its row. Which words the columns may hold is a CHECK of the table. */
export function userOf(row: UserRow): User {
  const { id, email, name, timeZone, ...settings } = row;
  return { id, email, name, timeZone, settings: settings as UserSettings };
}

/** The form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
