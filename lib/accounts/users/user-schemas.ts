import { z } from 'zod';
import { EMAIL_MAX, NAME_MAX, normalizeEmail, PASSWORD_MAX, PASSWORD_MIN } from '#/lib/accounts/users/user.ts';
import { workspaceName } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';

export const email = z
  .string('Enter your e-mail address.')
  .transform(normalizeEmail)
  .pipe(z.email('Enter an e-mail address, like maya@acme.dev.').max(EMAIL_MAX, 'This address is too long.'));

export const newPassword = z
  .string('Choose a password.')
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`);

export const personName = z
  .string('Enter your name.')
  .trim()
  .min(1, 'Enter your name.')
  .max(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Use letters, not control characters.');

export const timeZone = z
  .string('Choose your time zone.')
  .refine(isTimeZone, 'Choose a time zone by its IANA name, like Europe/Berlin.');

export const createAccountInput = z.strictObject({
  name: personName,
  email,
  password: newPassword,
  workspace_name: workspaceName,
  time_zone: timeZone,
});

export type CreateAccountInput = z.infer<typeof createAccountInput>;

export const editProfileInput = z.strictObject({ name: personName, time_zone: timeZone });

export type EditProfileInput = z.infer<typeof editProfileInput>;
