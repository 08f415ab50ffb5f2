/** Bytes of JSON, as it is sent. */
const LARGEST_PAYLOAD = 64 * 1024;
/** Many a JSON reader gives up below a thousand levels. */
const DEEPEST_PAYLOAD = 500;

/** JSON text of a payload, or null without one. It must have passed `payloadProblem`. */
export function payloadText(payload: unknown): string | null {
  return payload === undefined ? null : JSON.stringify(payload);
}

/** Why a payload can't be sent on as it is, or null when it can. Without recursion: input may nest very deeply. */
export function payloadProblem(payload: unknown): string | null {
  const rest: [unknown, number][] = [[payload, 0]];
  for (let item = rest.pop(); item; item = rest.pop()) {
    const [part, depth] = item;
    // 1e400 is valid JSON, and Infinity to nearly everyone who reads it.
    if (typeof part === 'number' && !Number.isFinite(part)) return 'contains a number beyond 1.8e308';
    if (typeof part !== 'object' || part === null) continue;
    if (depth >= DEEPEST_PAYLOAD) return `must nest at most ${DEEPEST_PAYLOAD} levels deep`;
    for (const inner of Object.values(part)) rest.push([inner, depth + 1]);
  }
  return bytesOf(payloadText(payload) ?? '') > LARGEST_PAYLOAD ? 'must be at most 64 KB of JSON' : null;
}

/** In UTF-8. Without a Buffer: forms check by the same rules. */
function bytesOf(text: string): number {
  return text.length * 3 <= LARGEST_PAYLOAD ? text.length : new TextEncoder().encode(text).byteLength;
}
