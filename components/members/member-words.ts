import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { TimeStyle } from '#/lib/client/time-style.ts';
import { whenWords } from '#/lib/client/time-words.ts';

/** "API-412", "since 13:02"; null when nothing runs, or it may not be seen. */
export function runningWords(
  running: MemberJson['running'],
  style: TimeStyle,
  today: string,
): { what: string; since: string } | null {
  if (!running) return null;
  const since = whenWords(Date.parse(running.started_at), style, today);
  return { what: running.ticket_key ?? (running.title || 'A timer without a title'), since: `since ${since}` };
}
