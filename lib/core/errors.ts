import { ERROR_CODES, type ErrorCode } from '#/lib/core/error-codes.ts';

/** Where in the input a problem is: an RFC 6901 JSON pointer, `#/query/…` or `#/header/…` outside a body. */
export type FieldProblem = { pointer: string; detail: string };

export type AppErrorOptions = {
  /** One sentence for a person: what is wrong and what to do next. Shown to callers. Unless given, the text of the code. */
  detail?: string;
  fields?: FieldProblem[];
  /** Public members added to the problem document, e.g. the running timer as `current`. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** For the log only. */
  cause?: unknown;
};

/**
 * An error of the domain with a stable code, which determines its status. Translated to RFC 9457 problem+json in
 * `lib/api/responses/problem.ts` and to a form message by server actions; nothing else turns errors into messages.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly fields: FieldProblem[];
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { status, text } = ERROR_CODES[code];
    const { detail = text } = options;
    super(`${code}: ${detail}`, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.fields = options.fields ?? [];
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Things that may be missing. */
export type Noun = { [Code in ErrorCode]: Code extends `${infer Name}_not_found` ? Name : never }[ErrorCode];

/** 404 for a thing that does not exist or belongs to another workspace: indistinguishable on purpose. */
export function notFound(noun: Noun): AppError {
  return new AppError(`${noun}_not_found`, {
    detail: `There is no such ${noun.replace('api_key', 'API key').replaceAll('_', ' ')} in this workspace. Check the id and the key you use.`,
  });
}

/** True for an `AppError` that carries this code. Works across module instances (Next bundles its own copy). */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof Error && error.name === 'AppError' && (!code || (error as AppError).code === code);
}
