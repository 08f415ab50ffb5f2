import { readDuration } from '#/lib/client/alarms/alarm-when.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** Time to add, and the text that names the ticket. */
export type TypedAdding = { ms: number; to: string };

const ADDING = /^(?:add\s+|\+\s*)?(\S.*?)(?:\s+(?:to|on)(?:\s+(.*))?)?$/i;

/** `add 30 min to API-412`, `+1h30`, `90m to rate limiter`; null without whole minutes within one day. */
export function readAdding(text: string): TypedAdding | null {
  const match = ADDING.exec(text.trim());
  const ms = match?.[1] ? readDuration(match[1]) : null;
  if (ms === null || ms < MINUTE_MS || ms > DAY_MS || ms % MINUTE_MS !== 0) return null;
  return { ms, to: match?.[2]?.trim() ?? '' };
}
