import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** The APIs that worklogs are pushed through. */
export const WORKLOG_TRACKERS = ['gitlab', 'jira_cloud', 'jira_data_center'] as const;
export type WorklogTracker = (typeof WORKLOG_TRACKERS)[number];

/** `removing`: all pushed worklogs are being removed, then it is off. */
export type WorklogState = 'off' | 'on' | 'removing';

/**
 * How a ticket source pushes worklogs. `fromDate`, `YYYY-MM-DD`: days from then on, even if their session ended before
 * worklogs were switched on.
 */
export type WorklogSettings = {
  sourceId: string;
  tracker: WorklogTracker;
  baseUrl: string;
  email: string | null;
  sealedToken: string;
  namesAuthor: boolean;
  adjustsEstimate: boolean;
  state: WorklogState;
  onSince: Date;
  fromDate: string | null;
  pausedAt: Date | null;
  pausedReason: string | null;
  waitUntil: Date | null;
  updatedAt: Date;
};

/** A session of a source. */
export type SessionName = { sourceId: string; timerId: string };

/** A session's time on one of its owner's days. `day` is `YYYY-MM-DD`; `trackedMs` is exact. */
export type SessionDay = { day: string; startedAt: Date; trackedMs: number };

/** The wanted worklog at the tracker for one session and day. */
export type DesiredWorklog = { day: string; issueId: string; startedAt: Date; minutes: number; comment: string };

/** The known state of a worklog at the tracker. */
export type Worklog = {
  day: string;
  state: 'sending' | 'waiting' | 'pushed' | 'failed';
  issueId: string;
  remoteId: string | null;
  isUnsure: boolean;
  contentHash: string | null;
  failedHash: string | null;
  claimedAt: Date | null;
  attempts: number;
};

/** The next thing to do about one worklog. */
export type WorklogAction =
  | { kind: 'find'; day: string; issueId: string }
  | { kind: 'create'; day: string; wanted: DesiredWorklog }
  | { kind: 'update'; day: string; remoteId: string; wanted: DesiredWorklog }
  | { kind: 'remove'; day: string; remoteId: string; issueId: string }
  | { kind: 'forget'; day: string };

/**
 * A claim this old counts as that of a dead worker. A lookup over many pages may take longer: then another worker
 * starts one too, and the result of the first is not stored.
 */
export const CLAIM_MS = MINUTE_MS;

/** Delays after attempts that may succeed later; after the last one it has failed. */
const RETRY_WAITS_MS = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS);

const COMMENT_LENGTH = 180;
const REMOVED = 'removed';

/**
 * The worklogs of a session. Each day is rounded to whole minutes, half a minute up; a day of less than half a minute
 * has none.
 */
export function desiredWorklogs(
  days: SessionDay[],
  { issueId, title, author }: { issueId: string; title: string; author: string | null },
): DesiredWorklog[] {
  const comment = [author, title.trim()].filter(Boolean).join(': ').slice(0, COMMENT_LENGTH).toWellFormed();
  return days.flatMap(({ day, startedAt, trackedMs }) => {
    const minutes = Math.round(trackedMs / MINUTE_MS);
    return minutes > 0 ? [{ day, issueId, startedAt, minutes, comment }] : [];
  });
}

/**
 * What to do next for one day of a session, null when the tracker has the wanted state or the worklog has failed for
 * good. For a tracker that can't edit worklogs (GitLab), they are removed and created again.
 */
export function nextAction(
  known: Worklog | null,
  wanted: DesiredWorklog | null,
  { canEdit }: { canEdit: boolean },
): WorklogAction | null {
  if (!known) return wanted && { kind: 'create', day: wanted.day, wanted };
  const { day, issueId, remoteId } = known;
  if (known.state === 'failed' && known.failedHash === hashOf(wanted)) return null;
  if (isUnsure(known)) return { kind: 'find', day, issueId };
  if (remoteId === null) return wanted ? { kind: 'create', day, wanted } : { kind: 'forget', day };
  if (!wanted || wanted.issueId !== issueId) return { kind: 'remove', day, remoteId, issueId };
  if (known.contentHash === hashOf(wanted)) return null;
  return canEdit ? { kind: 'update', day, remoteId, wanted } : { kind: 'remove', day, remoteId, issueId };
}

/**
 * A create may have reached the tracker: its response was lost, or the worker died before it could store the result.
 */
function isUnsure({ isUnsure, state, remoteId }: Worklog): boolean {
  return isUnsure || (state === 'sending' && remoteId === null);
}

/** Whether a worker is at it, or was until it died a moment ago. */
export function isClaimed({ state, claimedAt }: Pick<Worklog, 'state' | 'claimedAt'>, now: Date): boolean {
  return state === 'sending' && claimedAt !== null && now.getTime() - claimedAt.getTime() < CLAIM_MS;
}

/** Identifies a content, including that there should be no worklog. */
export function hashOf(wanted: DesiredWorklog | null): string {
  if (!wanted) return REMOVED;
  const { issueId, startedAt, minutes, comment } = wanted;
  const text = JSON.stringify([issueId, startedAt.toISOString(), minutes, comment]);
  return createHash('sha256').update(text).digest('base64url');
}

/** How long to wait after this many failed attempts; null when it has failed for good. */
export function retryWaitMs(attempts: number): number | null {
  return RETRY_WAITS_MS[attempts - 1] ?? null;
}

/** Whether a summary or comment ends with the marker: one elsewhere in it may be part of a session's title. */
export function isMarkedWith(text: string | null, marker: string): boolean {
  return text?.trimEnd().endsWith(marker) ?? false;
}

/** Identifies a worklog whose creation got no response; people see it in GitLab and Jira Data Center. */
export function markerOf(timerId: string, day: string): string {
  return `[timer-service ${timerId}/${day}]`;
}
