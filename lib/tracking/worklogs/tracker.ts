import type { DesiredWorklog } from '#/lib/tracking/worklogs/worklog.ts';

/** A request to a tracker. */
export type TrackerRequest = { method: string; url: string; headers: Record<string, string>; body: string | null };

/** The response. `wasSent`: the tracker may have acted on the request though no response was received. */
export type TrackerResponse =
  | { kind: 'response'; status: number; body: string | null; retryAfterMs: number | null }
  | { kind: 'no_response'; detail: string; wasSent: boolean };

/**
 * Sends requests from this service, guarded against private addresses. Created where the operator's settings are known.
 */
export type TrackerCalls = {
  send: (request: TrackerRequest) => Promise<TrackerResponse>;
  /** Why this URL can't be called, as a sentence; null when it can. */
  urlProblem: (url: string) => string | null;
};

/**
 * The outcome of a request to a tracker. `unsure`: it may have been applied. `unavailable`: it was not, and may be
 * later. `rejected`: it never will be, unless something is changed. `forbidden`: the account may not do this, or has no
 * access at all. `gone`: the worklog or issue does not exist.
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

/** The identity of a worklog: its session and day, and its issue. */
export type WorklogName = { timerId: string; day: string; issueId: string };

/** GitLab or Jira, with one account's credentials. No method rejects. */
export type Tracker = {
  /** Whether a worklog can be edited; otherwise it is removed and created again. */
  canEdit: boolean;
  /** Only reads: the name of the token's account. */
  check: () => Promise<Outcome<string>>;
  create: (name: WorklogName, wanted: DesiredWorklog) => Promise<Outcome<string>>;
  /** As `remove`, only for the worklog with this id and this name's marker: another person's is left alone. */
  update: (remoteId: string, name: WorklogName, wanted: DesiredWorklog) => Promise<Outcome<string>>;
  /** `gone` only when the issue can be read and has no such worklog: a hidden one may still exist. */
  remove: (remoteId: string, name: WorklogName) => Promise<Outcome<null>>;
  /** The id of the worklog with this name's marker, null when there is none. */
  find: (name: WorklogName) => Promise<Outcome<string | null>>;
};

const DEFAULT_RETRY_AFTER_MS = 60_000;
const ERROR_LENGTH = 300;

/**
 * A response as an outcome; `read` returns the value of a successful one, and null when that has an unexpected form.
 */
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

/**
 * The outcome of a request about an issue, or a worklog that existed just before: a 404 does not prove that it is gone.
 */
export function goneAsRejected<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.kind === 'gone' ? { ...outcome, kind: 'rejected' } : outcome;
}

/** The worklog with a known id does not have its marker. */
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
