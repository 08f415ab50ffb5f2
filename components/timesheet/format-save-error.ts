import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Stretch } from '#/lib/client/timesheet/timesheet-place.ts';

export const NOT_SAVED = 'Not saved:';

/** Why a duration was not saved, after "Not saved:". */
export function formatSaveError(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'no response from the server. Try again; nothing will be counted twice.';
  if (error.code === 'time_overlaps') return 'that time is taken. Enter it again to use another time.';
  if (error.code === 'timer_version_mismatch')
    return 'it was changed in another tab or on another device. This is the latest version.';
  return error.detail;
}

/** The week was submitted or approved, or its time closed for all, since the page was loaded. */
export function isClosedTime(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'time_closed';
}

/** Occupied time known to the server but not to this page, such as that of another workspace. */
export function overlapsIn(error: unknown): Stretch[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.overlaps.flatMap(({ started_at, ended_at }) =>
    ended_at === null ? [] : [{ from: Date.parse(started_at), to: Date.parse(ended_at) }],
  );
}
