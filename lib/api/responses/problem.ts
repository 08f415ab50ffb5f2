import type { ZodError } from 'zod';
import { z } from 'zod';
import { unavailableError } from '#/lib/api/responses/unavailable-error.ts';
import { AppError, type FieldProblem, isAppError } from '#/lib/core/errors.ts';
import { formatIssue } from '#/lib/core/format-issue.ts';
import { log } from '#/lib/core/log.ts';

/** RFC 9457. Extra members (`current`, `required_scope`) are added to these. */
export const problemOut = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('Stable, and meant for programs.'),
    detail: z.string().describe('Meant for people: what is wrong and what to do next.'),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })),
    request_id: z.string(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' });

export type Problem = { status: number; headers: Record<string, string>; body: Record<string, unknown> };

/** More than a person reads; a small body can be wrong in very many places. */
const MAX_FIELDS = 50;

/** The problem document of any error. Only an `AppError` reveals more than that something went wrong. */
export function problemOf(error: unknown, requestId: string): Problem {
  const known = isAppError(error) ? error : unexpected(error, requestId);
  return {
    status: known.status,
    headers: known.headers,
    body: { ...known.extra, ...problemMembers(known), request_id: requestId },
  };
}

/** Problem members of one item of a batch, whose request has an id of its own. */
export function problemMembers(error: AppError) {
  return {
    type: `urn:timer-service:problem:${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    code: error.code,
    detail: error.detail,
    errors: error.fields,
  };
}

/** 400 with a pointer to each field that does not fit. `base` is where the value came from. */
export function inputInvalid(error: ZodError, base: '' | '#/query' | '#/path'): AppError {
  const fields = error.issues.flatMap((issue) => fieldsOf(issue, base)).slice(0, MAX_FIELDS);
  const first = fields[0];
  return new AppError('input_invalid', {
    detail: first ? `${first.pointer || 'The body'}: ${first.detail}` : 'The input isn’t valid.',
    fields,
  });
}

function fieldsOf(issue: ZodError['issues'][number], base: string): FieldProblem[] {
  const path = issue.path.map(escapePointer);
  if (issue.code !== 'unrecognized_keys') return [{ pointer: pointerOf(base, path), detail: formatIssue(issue) }];
  return issue.keys.map((key) => ({
    pointer: pointerOf(base, [...path, escapePointer(key)]),
    detail: 'is not a known field',
  }));
}

function pointerOf(base: string, path: string[]): string {
  return path.length ? `${base}/${path.join('/')}` : base;
}

/** One part of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(part: PropertyKey): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}

function unexpected(error: unknown, requestId: string): AppError {
  const unavailable = unavailableError(error);
  if (unavailable) {
    log.warn({ err: error, request_id: requestId }, 'database unavailable');
    return unavailable;
  }
  log.error({ err: error, request_id: requestId }, 'request failed');
  return new AppError('internal', {
    detail: `Something went wrong on our side. Quote request ${requestId} when you report it.`,
  });
}

/** Parts of codes that are spelled differently in a sentence. */
const ACRONYMS: Readonly<Record<string, string>> = { api: 'API', id: 'ID', json: 'JSON' };

/** `api_key_invalid` becomes *API key invalid*. */
function titleOf(code: string): string {
  const title = code
    .split('_')
    .map((word) => ACRONYMS[word] ?? word)
    .join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
