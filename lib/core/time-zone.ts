/** Names that the runtime knows but Postgres does not, or parses as POSIX rules. */
const NOT_IANA = /^SystemV\/|^US\/Pacific-New$/i;

/**
 * True for an IANA name that this runtime and Postgres take for the same zone: `Europe/Berlin`, `UTC`. Offsets such as
 * `+02:00` are none, nor are names without a slash: Postgres takes `CET` and `IST` for abbreviations, that is for fixed
 * offsets, of Israel in the second case.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z]+\/[A-Za-z0-9_+\-/]+$/.test(name)) return false;
  if (NOT_IANA.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
