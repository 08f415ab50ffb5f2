/** Names that the runtime knows but Postgres does not, or parses as POSIX rules. */
const NOT_IANA = /^SystemV\/|^US\/Pacific-New$/i;

/**
 * True for an IANA name that this runtime and Postgres read as the same zone: `Europe/Berlin`, `UTC`. Offsets such as
 * `+02:00` are rejected, and so are names without a slash: Postgres reads `CET` and `IST` as abbreviations, that is as
 * fixed offsets, the second as Israel's.
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
