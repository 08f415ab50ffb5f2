type ProblemBody = {
  status?: number;
  code?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  current?: unknown;
  overlaps?: Overlap[];
  proposal?: unknown;
} & ClosedBy;
/** For 409 `time_closed`. */
export type ClosedBy = {
  closed_through?: string | null;
  week_starts_on?: string | null;
  week_status?: string | null;
};

/** Other time of the person that conflicts with new time. */
export type Overlap = {
  /** Null for time in another workspace. */
  timer_id: string | null;
  title: string;
  ticket_key: string | null;
  started_at: string;
  ended_at: string | null;
};

/** For a person whose session has ended; the API's message is for callers with a key. */
export const SIGNED_OUT_MESSAGE = 'You’re signed out. Sign in from another tab.';

/** For a response without a message. */
export function failureMessage(status: number): string {
  return `The server responded with an error (${status}). Try again.`;
}

/** The server understood and rejected the request: RFC 9457 problem details with a stable code. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly status: number;
  /** Written for people. */
  readonly detail: string;
  /** The current state: the running timer, the timer at its current version. */
  readonly current: unknown;
  /** Errors with their position: JSON pointers into the body. */
  readonly fields: readonly { pointer: string; detail: string }[];
  readonly overlaps: readonly Overlap[];
  /** What could be done instead of a late action. */
  readonly proposal: unknown;
  /** What closed the time: a day for everyone, or a week of the member's. */
  readonly closed: ClosedBy;

  constructor(status: number, body: ProblemBody) {
    // Every 401 means that the page's session has ended (Http).
    super(status === 401 ? SIGNED_OUT_MESSAGE : (body.detail ?? failureMessage(status)));
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.detail = this.message;
    this.current = body.current ?? null;
    this.fields = body.errors ?? [];
    this.overlaps = body.overlaps ?? [];
    this.proposal = body.proposal ?? null;
    this.closed = body;
  }
}

/**
 * It is unknown whether the server did it: no connection, no response in time, or a response that is not from the
 * service.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}
