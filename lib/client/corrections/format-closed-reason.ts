import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';

/**
 * Why time is closed that only an admin can correct; null for any other error. A week that is only submitted is
 * withdrawn by its member.
 */
export function formatClosedReason(error: unknown): string | null {
  if (!(error instanceof ApiProblem) || error.code !== 'time_closed') return null;
  const { closed_through, week_starts_on, week_status } = error.closed;
  if (closed_through) return `Time through ${shortDay(closed_through)} is closed.`;
  if (!week_starts_on || week_status === 'submitted') return null;
  return `The week of ${shortDay(week_starts_on)} is approved.`;
}
