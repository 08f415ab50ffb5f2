/** Length rather than composition rules: NIST SP 800-63B, 5.1.1.2. The upper end bounds the work of hashing. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const NAME_MAX = 200;
/** RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them the angle brackets. */
export const EMAIL_MAX = 254;

export type User = { id: string; email: string; name: string; timeZone: string };

/** The form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
