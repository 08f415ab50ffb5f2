import { randomBytes } from 'node:crypto';
import { RESET_VALID_MS } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';

/** 256 bits, the output size of SHA-256, so a fast unsalted hash is the right one to store. */
const SECRET_BYTES = 32;

/** A link that sets a new password, without its secret. */
export type PasswordReset = { id: string; userId: string; createdAt: Date; expiresAt: Date; usedAt: Date | null };

/** Half open: a link ends at the exact instant it expires. */
export function isOpen(reset: Pick<PasswordReset, 'expiresAt' | 'usedAt'>, now: Date): boolean {
  return reset.usedAt === null && now < reset.expiresAt;
}

/** 43 characters of base64url (RFC 4648, 5), as `resetSecret` of the schemas takes them. */
export function newResetSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** 410 with the same message whether the link was used, has expired or never existed. */
export function resetLinkOver(): AppError {
  return new AppError('reset_link_over', {
    detail: `This link has been used or is older than ${RESET_VALID_MS / MINUTE_MS}\u00a0min. Request another one.`,
  });
}
