import { z } from 'zod';
import { email, newPassword } from '#/lib/accounts/users/user-schemas.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** Long enough for a mail that is delayed, short enough for one that is found later. */
export const RESET_VALID_MS = 30 * MINUTE_MS;

/** `?done=` value of the sign-in page after a password was set. */
export const PASSWORD_SET = 'password_set';

export const requestPasswordResetInput = z.strictObject({ email });

/** The secret in the link of a mail: 43 characters of base64url, 256 bits. */
export const resetSecret = z.string().regex(/^[\w-]{43}$/, 'Open the link in the email again.');

export const resetPasswordInput = z.strictObject({ token: resetSecret, password: newPassword });

export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;
