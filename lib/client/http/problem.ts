type ProblemBody = {
  status?: number;
  code?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  current?: unknown;
  overlaps?: Overlap[];
  proposal?: unknown;
} & ClosedBy;
/** Of 409 `time_closed`. */
export type ClosedBy = {
  closed_through?: string | null;
  week_starts_on?: string | null;
  week_status?: string | null;
};

/** Other time of the person that is where new time was to go. */
export type Overlap = {
  /** Null of time in another workspace. */
  timer_id: string | null;
  title: string;
  ticket_key: string | null;
  started_at: string;
  ended_at: string | null;
};

/** To a person whose session has ended; what the API says is for those who call it by a key. */
export const SIGNED_OUT_WORDS = 'You’re signed out. Sign in from another tab.';

/** Of a response that has no words of its own. */
export function failureWords(status: number): string {
  return `The server responded with an error (${status}). Try again.`;
}

/** The server understood and rejected: RFC 9457 problem details with a stable code. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly status: number;
  /** Made for people. */
  readonly detail: string;
  /** What is the case instead: the running timer, the timer at its present version. */
  readonly current: unknown;
  /** What is wrong where: JSON pointers into what was sent. */
  readonly fields: readonly { pointer: string; detail: string }[];
  readonly overlaps: readonly Overlap[];
  /** What could be done instead of a press that came late. */
  readonly proposal: unknown;
  /** What closed the time that was to be changed: a day for everyone, or a week of the member's. */
  readonly closed: ClosedBy;

  constructor(status: number, body: ProblemBody) {
    // Every 401 ends the session of a page (Http).
    super(status === 401 ? SIGNED_OUT_WORDS : (body.detail ?? failureWords(status)));
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
 * It is unknown whether the server did it: no connection, no response in time, or a response that is not the service's.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}
