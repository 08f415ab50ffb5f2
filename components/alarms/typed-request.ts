import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';
import { readLength } from '#/lib/client/alarm-when.ts';

// What is sent to a receiver, as it is typed: of an alarm and of a schedule.

/** What is wrong about a field, as a sentence. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Headers as they are typed: `Name: value`, one a line. */
export function typedHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** JSON, or nothing. */
export function readPayload(text: string): { value: unknown } | { problem: string } {
  if (!text.trim()) return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `This isn’t valid JSON${formatZonePlace(error as SyntaxError)}.` };
  }
}

/** " (line 1, column 2)" where the browser says it. */
function formatZonePlace({ message }: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line ? ` (line ${line}, column ${column})` : '';
}

/** `Name: value`, one a line. */
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

/** Waits with commas between; `none` for a single attempt, nothing for the default. */
export function readRetry(text: string): { value: string[] | undefined } | { problem: string } {
  const waits = text.split(',').map((wait) => wait.trim());
  if (waits.every((wait) => wait === '')) return { value: undefined };
  if (waits.join() === 'none') return { value: [] };
  const lengths = waits.map(readLength);
  const wrong = lengths.indexOf(null);
  if (wrong !== -1) return { problem: `“${waits[wrong]}” isn’t a duration. Enter waits such as 5s, 5m, 1h, or none.` };
  return { value: lengths.map((ms) => `${ms}ms`) };
}
