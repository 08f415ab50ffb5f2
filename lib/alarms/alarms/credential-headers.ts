/** Shown instead of a value. No header can carry it, so what is copied from a masked alarm is never sent. */
export const MASKED = '••••••••';

const BY_WORD =
  /(?:^|[-_])(?:authorization|auth|cookie2?|token|jwt|secret|password|passwd|pass|credentials?|apikey|bearer|session|sid)(?:[-_]|$)|(?:token|secret|password|passwd|pwd|passphrase|(?:api|access|auth|secret|private|subscription)key)$/;
const BY_KEY = /(?:^|[-_])key(?:[-_]?id)?$/;
/** Keys that are no credentials: they identify repeats, partitions or cache entries. */
const HARMLESS_KEYS = /(?:idempotency|routing|partition|sort|cache|surrogate|dedup\w*|message|ordering)[-_]key$/;

/** Whether a header of this name holds a credential: `Authorization`, `Cookie`, and names such as `X-Api-Key`. */
export function holdsCredential(name: string): boolean {
  const lower = name.toLowerCase();
  return BY_WORD.test(lower) || (BY_KEY.test(lower) && !HARMLESS_KEYS.test(lower));
}

/** The headers as shown to everyone but their author. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, holdsCredential(name) ? MASKED : value]),
  );
}
