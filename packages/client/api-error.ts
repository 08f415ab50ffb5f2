import type { components, ProblemCode } from './openapi.ts';

type Problem = components['schemas']['Problem'];
/** An invalid field, by a JSON pointer into the request body. */
export type FieldProblem = Problem['errors'][number];

/** An error response of the service (RFC 9457). `message` is for people, `code` for programs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable. Text beside the known codes, since a newer service may have more. */
  readonly code: ProblemCode | (string & {});
  readonly status: number;
  readonly fields: readonly FieldProblem[];
  /** For support requests to the operators. */
  readonly requestId: string | null;
  /** The current state: the running timer, the resource at its current version. */
  readonly current: unknown;
  /** The scope the key lacks, with `forbidden`. */
  readonly requiredScope: string | null;
  /** The whole problem document. */
  readonly problem: Partial<Problem>;
  readonly response: Response;

  constructor(response: Response, problem: Partial<Problem>) {
    super(problem.detail ?? `The service responded with ${response.status}.`);
    this.code = problem.code ?? 'unknown';
    this.status = response.status;
    this.fields = problem.errors ?? [];
    this.requestId = problem.request_id ?? response.headers.get('X-Request-Id');
    this.current = problem.current ?? null;
    this.requiredScope = typeof problem.required_scope === 'string' ? problem.required_scope : null;
    this.problem = problem;
    this.response = response;
  }

  /** Reads an error. One that is no problem document (a proxy's, say) keeps its status and has the code `unknown`. */
  static async of(response: Response): Promise<ApiError> {
    return new ApiError(response, parsed(await response.text()));
  }
}

function parsed(text: string): Partial<Problem> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
