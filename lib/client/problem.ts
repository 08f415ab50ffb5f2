type ProblemBody = {
  status?: number;
  code?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  current?: unknown;
};

/** The server understood and refused: RFC 9457 problem details with a stable code. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  /** Made for people. */
  readonly detail: string;
  /** What is the case instead: the running timer, the timer at its present version. */
  readonly current: unknown;
  /** What is wrong where: JSON pointers into what was sent. */
  readonly fields: readonly { pointer: string; detail: string }[];

  constructor(status: number, body: ProblemBody) {
    const detail = body.detail ?? `The server answered ${status}.`;
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.detail = detail;
    this.current = body.current ?? null;
    this.fields = body.errors ?? [];
  }
}

/** Nobody knows whether the server did it: no connection, no answer in time, or an answer that is not the service's. */
export class NoAnswer extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'NoAnswer';
  }
}
