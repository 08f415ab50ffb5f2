import { z } from 'zod';
import { editPomodoroInput } from '#/lib/accounts/pomodoro/pomodoro-settings-schemas.ts';
import { careFields } from '#/lib/accounts/users/care-schemas.ts';
import {
  CONFLICT_POLICIES,
  DAY_TARGET_MAX_SECONDS,
  EMAIL_MAX,
  HOUR_CYCLES,
  NAME_MAX,
  normalizeEmail,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TARGET_MIN_SECONDS,
  THEMES,
  WEEK_TARGET_MAX_SECONDS,
} from '#/lib/accounts/users/user.ts';
import { workspaceName } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';

export const email = z
  .string('Enter your email address.')
  .transform(normalizeEmail)
  .pipe(z.email('Enter an email address, like maya@acme.dev.').max(EMAIL_MAX, 'This address is too long.'));

export const newPassword = z
  .string('Choose a password.')
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`);

export const personName = z
  .string('Enter your name.')
  .trim()
  .min(1, 'Enter your name.')
  .max(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Don’t use control characters.');

export const timeZone = z
  .string('Choose your time zone.')
  .refine(isTimeZone, 'Choose a time zone by its IANA name, like Europe/Berlin.');

/** The secret in an invitation's link: 43 characters of base64url, 256 bits. */
export const invitationSecret = z.string().regex(/^[\w-]{43}$/, 'Open the link you were sent again.');

export const createAccountInput = z
  .strictObject({
    name: personName,
    email,
    password: newPassword,
    workspace_name: workspaceName.optional(),
    time_zone: timeZone,
    invitation: invitationSecret.optional(),
  })
  .refine((input) => input.invitation || input.workspace_name !== undefined, {
    path: ['workspace_name'],
    message: 'Name the workspace, for example after your team.',
  });

export const changePasswordInput = z.strictObject({
  current_password: z
    .string('Enter your current password.')
    .min(1, 'Enter your current password.')
    .max(PASSWORD_MAX, 'This is too long for a password.'),
  new_password: newPassword,
});

export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

export type CreateAccountInput = z.infer<typeof createAccountInput>;

function target(mostSeconds: number) {
  const message = `Enter a duration from 1 min to ${mostSeconds / 3600} h.`;
  return z.int('Enter a duration.').min(TARGET_MIN_SECONDS, message).max(mostSeconds, message).nullable().optional();
}

export const editSettingsInput = z
  .strictObject({
    name: personName.optional(),
    time_zone: timeZone.optional(),
    week_start: z.int('Choose a day.').min(1).max(7).optional().describe('ISO 8601: 1 is Monday, 7 is Sunday.'),
    day_start_hour: z
      .int('Choose a full hour.')
      .min(0, 'Choose an hour from 0 to 23.')
      .max(23, 'Choose an hour from 0 to 23.')
      .optional()
      .describe('Hour at which your days begin, in your time zone.'),
    hour_cycle: z.enum(HOUR_CYCLES).nullable().optional().describe('Null: the default of the browser’s locale.'),
    theme: z.enum(THEMES).optional(),
    single_keys: z.boolean().optional().describe('Whether single keys are shortcuts.'),
    conflict_policy: z
      .enum(CONFLICT_POLICIES)
      .optional()
      .describe('What a start or resume without `on_conflict` does while another timer runs.'),
    day_target_seconds: target(DAY_TARGET_MAX_SECONDS).describe('Your target for a day; null: no target.'),
    week_target_seconds: target(WEEK_TARGET_MAX_SECONDS).describe('Your target for a week; null: no target.'),
    ...careFields,
    pomodoro: editPomodoroInput.optional().describe('Settings that are left out of it stay as they are, too.'),
  })
  .meta({ id: 'EditSettings' });

export type EditSettingsInput = z.infer<typeof editSettingsInput>;
