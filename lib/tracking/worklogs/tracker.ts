import type { WantedWorklog } from '#/lib/tracking/worklogs/worklog.ts';

/** A request to a tracker. */
export type TrackerRequest = { method: string; url: string; headers: Record<string, string>; body: string | null };

/** What came of it. `wasSent`: the tracker may have acted on it though no response came. */
export type TrackerResponse =
  | { kind: 'response'; status: number; body: string | null; retryAfterMs: number | null }
  | { kind: 'no_response'; detail: string; wasSent: boolean };

/** The way out of this service, guarded against private addresses. Made where the operator's settings are known. */
export type TrackerCalls = {
  send: (request: TrackerRequest) => Promise<TrackerResponse>;
  /** Why this URL can't be called, as a sentence; null when it can. */
  urlProblem: (url: string) => string | null;
};

/**
 * The outcome of a request to a tracker. `unsure`: it may have happened. `unavailable`: it has not, and may later.
 * `rejected`: it never will, unless somebody changes something. `forbidden`: the account may not do this, or may do
 * nothing at all. `gone`: what it was about is not there.
 */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'gone'; error: string }
  | { kind: 'unsure'; error: string }
  | { kind: 'unavailable'; error: string }
  | { kind: 'busy'; error: string; retryAfterMs: number }
  | { kind: 'unauthorized'; error: string }
  | { kind: 'forbidden'; error: string }
  | { kind: 'rejected'; error: string };

/** A worklog by what it is found: of a session and day, and on which issue. */
export type WorklogName = { timerId: string; day: string; issueId: string };

/** GitLab or Jira, with one account's credentials. Nothing rejects. */
export type Tracker = {
  /** Whether a worklog can be edited; where not, it is removed and created again. */
  canEdit: boolean;
  /** Only reads: the name of the account whose token it is. */
  check: () => Promise<Outcome<string>>;
  create: (name: WorklogName, wanted: WantedWorklog) => Promise<Outcome<string>>;
  /** As `remove`, only of the worklog with this id that has this name's marker: one of somebody else is left alone. */
  update: (remoteId: string, name: WorklogName, wanted: WantedWorklog) => Promise<Outcome<string>>;
  /** `gone` only when the issue can be read and has no such worklog: what may not be seen may be there. */
  remove: (remoteId: string, name: WorklogName) => Promise<Outcome<null>>;
  /** The id of the worklog with this name's marker, null when there is none. */
  find: (name: WorklogName) => Promise<Outcome<string | null>>;
};

const DEFAULT_RETRY_AFTER_MS = 60_000;
const ERROR_LENGTH = 300;

/** A response as an outcome; `read` makes the value of a good one, and null when it is not what was asked for. */
export function outcomeOf<T>(
  response: TrackerResponse,
  read: (json: unknown) => { value: T } | null,
  errorOf: (json: unknown) => string | null,
): Outcome<T> {
  if (response.kind === 'no_response') {
    return { kind: response.wasSent ? 'unsure' : 'unavailable', error: response.detail };
  }
  const { status, body, retryAfterMs } = response;
  const json = parsed(body);
  if (status >= 200 && status < 300) {
    const good = read(json);
    return good ? { kind: 'done', value: good.value } : { kind: 'unsure', error: 'Its response couldn’t be read.' };
  }
  const message = errorOf(json)?.slice(0, ERROR_LENGTH);
  const error = message ? `It responded with ${status}: ${message}` : `It responded with ${status}.`;
  if (status === 429) return { kind: 'busy', error, retryAfterMs: retryAfterMs ?? DEFAULT_RETRY_AFTER_MS };
  if (status === 503 && retryAfterMs) return { kind: 'busy', error, retryAfterMs };
  if (status === 401) return { kind: 'unauthorized', error };
  if (status === 403) return { kind: 'forbidden', error };
  if (status === 404) return { kind: 'gone', error };
  if (status >= 500 || status === 408) return { kind: 'unsure', error };
  return { kind: 'rejected', error };
}

/** What came of a request about an issue, or a worklog that was there a moment ago: there is no saying that it is gone. */
export function neverGone<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.kind === 'gone' ? { ...outcome, kind: 'rejected' } : outcome;
}

/** The worklog with an id that is known here has not the marker that it was given. */
export function notOurs(): Outcome<never> {
  return {
    kind: 'rejected',
    error: 'This worklog has lost its marker, or belongs to someone else. It was left alone.',
  };
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return null;
  }
}
