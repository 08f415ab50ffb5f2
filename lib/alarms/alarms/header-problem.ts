import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';

const MAX_NAME_CHARACTERS = 256;
const MAX_VALUE_CHARACTERS = 4_096;

/** Headers that belong to the connection or to the framing of the message (RFC 9110 section 7.6.1, RFC 9112). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Why a webhook may not carry this header, as a sentence for the person who wrote it; null when it may. Rejects headers
 * that would change the framing of the message, and those by which receivers recognize and verify a firing.
 */
export function headerProblem(name: string, value: string): string | null {
  if (name.length > MAX_NAME_CHARACTERS) return `A header name has more than ${MAX_NAME_CHARACTERS} characters.`;
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
    return `${JSON.stringify(name)} is not a header name. Use letters, digits, and hyphens.`;
  }
  const lower = name.toLowerCase();
  if (CONNECTION_HEADERS.has(lower)) return `The header ${name} belongs to the connection and can’t be set.`;
  if (/^(webhook|timer|ce)-/.test(lower)) {
    return `The header ${name} is set by the service: names beginning with webhook-, timer- or ce- are taken.`;
  }
  if (value.length > MAX_VALUE_CHARACTERS) {
    return `The header ${name} has more than ${MAX_VALUE_CHARACTERS} characters.`;
  }
  if (value === MASKED) {
    return `The value of the header ${name} is masked, since someone else wrote it. Send the credential itself.`;
  }
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    return `The header ${name} contains a line break or another character that is not printable ASCII.`;
  }
  return null;
}
