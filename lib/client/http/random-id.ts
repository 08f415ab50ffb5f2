/**
 * A new UUID v4 (RFC 9562). Hand-written, since `crypto.randomUUID` only exists over https and a library for it is a
 * kilobyte on every page.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const at = (place: number) => bytes[place] as number;
  bytes[6] = (at(6) & 15) | 64;
  bytes[8] = (at(8) & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
