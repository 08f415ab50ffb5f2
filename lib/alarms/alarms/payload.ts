/** Bytes of an alarm's payload, as JSON, and headers together, as they are sent. */
export const LARGEST_BODY_BYTES = 64 * 1024;
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
  return isTooLarge(payloadText(payload) ?? '') ? 'must be at most 64 KB of JSON' : null;
}

/** Why these headers can't be sent with this payload, or null when they can: workers hold both while they send. */
export function bodyProblem(headers: Readonly<Record<string, string>>, payload: string | null): string | null {
  const text = Object.entries(headers).flat().join('');
  return isTooLarge(`${payload ?? ''}${text}`) ? 'must be at most 64 KB together with the payload' : null;
}

/** In UTF-8. Without a Buffer: forms check by the same rules. */
function isTooLarge(text: string): boolean {
  if (text.length * 3 <= LARGEST_BODY_BYTES) return false;
  return new TextEncoder().encode(text).byteLength > LARGEST_BODY_BYTES;
}
