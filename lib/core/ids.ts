import { v7 } from 'uuid';

/** Reading random bytes from the system costs 4 µs however few they are, so they are read for 512 ids at a time. */
const pool = new Uint8Array(16 * 512);
let used = pool.length;
/** Keeps counting across milliseconds, so that ids of one process sort in the order of their creation. */
let sequence = crypto.getRandomValues(new Uint32Array(1))[0] as number;

/** The text if it looks like an id; null if it is a name or a key. */
export function idIn(text: string): string | null {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null;
}

/** A new UUID v7 (RFC 9562): random, and sortable by the time it was made. */
export function newId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 16;
  sequence = (sequence + 1) % 2 ** 32;
  return v7({ random: pool.subarray(used - 16, used), seq: sequence });
}
