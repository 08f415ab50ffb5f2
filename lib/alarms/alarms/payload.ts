/** Bytes of an alarm's body and headers together, as they are sent. */
export const LARGEST_BODY_BYTES = 64 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Many JSON parsers give up below a thousand levels. */
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

/** Why a text can't be sent as the body, or null when it can. */
export function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'must be whole Unicode characters';
  return isTooLarge(text) ? 'must be at most 64 KB of text' : null;
}

/** Why bytes can't be sent as the body, or null when they can. */
export function base64Problem(text: string): string | null {
  if (!BASE64.test(text)) return 'must be base64 with its padding (RFC 4648, section 4)';
  return bytesOf(text) > LARGEST_BODY_BYTES ? 'must be at most 64 KB of bytes' : null;
}

/** How many bytes a base64 text decodes to. */
export function bytesOf(base64: string): number {
  return (base64.length * 3) / 4 - (/=*$/.exec(base64)?.[0].length ?? 0);
}

/** In UTF-8. Uses no Buffer, since forms in the browser run this check too. */
export function isTooLarge(text: string, mostBytes = LARGEST_BODY_BYTES): boolean {
  if (text.length * 3 <= mostBytes) return false;
  return new TextEncoder().encode(text).byteLength > mostBytes;
}
