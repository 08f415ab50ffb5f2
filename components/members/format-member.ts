import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { formatWhen } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/** "API-412", "since 13:02"; null when no timer is running, or it may not be seen. */
export function formatRunning(
  running: MemberJson['running'],
  style: TimeStyle,
  today: string,
): { what: string; since: string } | null {
  if (!running) return null;
  const since = formatWhen(Date.parse(running.started_at), style, today);
  return { what: running.ticket_key ?? (running.title || 'A timer without a title'), since: `since ${since}` };
}
