import { ApiProblem } from '#/lib/client/http/problem.ts';
import { formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/** Why a change of recorded time was rejected, and what to do about it. */
export function formatEntryError(error: unknown, style: TimeStyle): string {
  if (!(error instanceof ApiProblem)) return 'No response from the server. Try again; nothing will be counted twice.';
  if (error.code === 'timer_version_mismatch') return 'It has changed since. Check it again.';
  if (error.code === 'timer_already_running') return 'Another timer is running. Stop or pause it first.';
  const [first, ...others] = error.overlaps;
  if (!first) return error.detail;
  const end = first.ended_at === null ? null : Date.parse(first.ended_at);
  const range = formatRange(Date.parse(first.started_at), end, style);
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `Overlaps ${first.ticket_key ?? (first.title || 'a timer without a title')}, ${range}${more}. Shorten one of them.`;
}
