import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';
import { readDuration } from '#/lib/client/alarms/alarm-when.ts';
import { readJson } from '#/lib/client/typed/read-json.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

// A request to a receiver as typed, for alarms and schedules.

/** The error of a field, as a sentence. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Headers as typed: `Name: value`, one per line. */
export function typedHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The body as typed: JSON, text, or base64. */
export type TypedBody = { body_kind: 'json' | 'text' | 'base64'; payload: string };
type SentBody = { payload?: unknown; body?: string | undefined; body_base64?: string | undefined };

/** The body of an alarm or a schedule as typed; empty without one. */
export function typedBody(sent: SentBody | null): TypedBody {
  if (sent?.body !== undefined) return { body_kind: 'text', payload: sent.body };
  if (sent?.body_base64 !== undefined) return { body_kind: 'base64', payload: sent.body_base64 };
  return { body_kind: 'json', payload: sent?.payload === undefined ? '' : JSON.stringify(sent.payload, null, 2) };
}

/** The API field for the typed body; no field without one. */
export function readBody({ body_kind: kind, payload: text }: TypedBody): { value: SentBody } | { problem: string } {
  if (kind === 'text') return { value: { body: text } };
  if (kind === 'base64') return { value: { body_base64: text.replaceAll(/\s/g, '') } };
  const read = readPayload(text);
  return 'value' in read ? { value: read.value === undefined ? {} : { payload: read.value } } : read;
}

/** The form's field for an API field. */
export function fieldOf(name: string): string {
  return FIELDS[name] ?? name;
}

const FIELDS: Readonly<Record<string, string>> = { body: 'payload', body_base64: 'payload', jitter_ms: 'jitter' };

/** JSON, or nothing. */
function readPayload(text: string): { value: unknown } | { problem: string } {
  return text.trim() ? readJson(text) : { value: undefined };
}

/** `Name: value`, one per line. */
export function readHeaders(text: string): { value: Record<string, string> | undefined } | { problem: string } {
  const lines = text.split('\n').filter((line) => line.trim());
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  const wrong = pairs.indexOf(null);
  if (wrong !== -1) return { problem: `Line ${wrong + 1} isn’t a header. Write it as Name: value.` };
  if (pairs.length === 0) return { value: undefined };
  const masked = pairs.find((pair) => pair?.[2] === MASKED)?.[1];
  if (masked) return { problem: `Enter the value of ${masked}. Only its creator can see it.` };
  return { value: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])) };
}

/** Waits separated by commas; `none` for a single attempt, empty for the default. */
export function readRetry(text: string): { value: string[] | undefined } | { problem: string } {
  const waits = text.split(',').map((wait) => wait.trim());
  if (waits.every((wait) => wait === '')) return { value: undefined };
  if (waits.join() === 'none') return { value: [] };
  const lengths = waits.map(readDuration);
  const wrong = lengths.indexOf(null);
  if (wrong !== -1) return { problem: `“${waits[wrong]}” isn’t a duration. Enter delays such as 5s, 5m, 1h, or none.` };
  return { value: lengths.map((ms) => `${ms}ms`) };
}

/** The jitter, in milliseconds: 0 if nothing is typed. */
export function readJitter(text: string): { value: number } | { problem: string } {
  const ms = text.trim() ? readDuration(text) : 0;
  return ms === null ? { problem: 'Enter a duration, such as 5m.' } : { value: ms };
}

/** The same as typed: `5m`, `1h30m`, `0.5s`; empty for none. */
export function typedJitter(ms: number): string {
  const parts = [
    [Math.floor(ms / HOUR_MS), 'h'],
    [Math.floor(ms / MINUTE_MS) % 60, 'm'],
    [(ms % MINUTE_MS) / SECOND_MS, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? `${count}${unit}` : [])).join('');
}
