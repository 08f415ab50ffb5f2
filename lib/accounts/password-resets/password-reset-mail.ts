import { RESET_VALID_MS } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** The mail to a person who has forgotten their password. */
export function passwordResetMail(to: string, url: string): { to: string; subject: string; text: string } {
  return {
    to,
    subject: 'Set a new password for Timer Service',
    text: [
      `Open this link to set a new password:\n${url}`,
      `It works once, for ${RESET_VALID_MS / MINUTE_MS} minutes. All your devices will be signed out.`,
      'If you didn’t ask for it, you can ignore this email. Your password won’t change.',
      '',
    ].join('\n\n'),
  };
}
