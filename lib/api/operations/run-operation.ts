import { z } from 'zod';
import { requireWorkspace } from '#/lib/accounts/workspaces/require-workspace.ts';
import { type FirstResponse, respondOnce } from '#/lib/api/idempotency/respond-once.ts';
import type { ReadKind, Reads } from '#/lib/api/limits/reads.ts';
import { acceptsIfNoneMatch, etagOf, isUnmodified, readIfMatch } from '#/lib/api/operations/conditions.ts';
import {
  type AnyOperation,
  type ApiContext,
  acceptsIdempotencyKey,
  usesReadPool,
} from '#/lib/api/operations/operation.ts';
import { readBody, readPath, readQuery } from '#/lib/api/operations/read-input.ts';
import { problemOf } from '#/lib/api/responses/problem.ts';
import { textResponse } from '#/lib/api/responses/text-response.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { AppError } from '#/lib/core/errors.ts';

const NO_QUERY = z.strictObject({});

/** Parses the request, runs the handler once per `Idempotency-Key`, and responds through its output schema. */
export async function runOperation(c: ApiContext, operation: AnyOperation, reads: Reads): Promise<Response> {
  const ctx = ctxOf(c, operation);
  if (operation.permission && operation.permission !== 'public') authorize(ctx, operation.permission);
  const input = {
    params: operation.params && readPath(c.req, operation.params),
    query: readQuery(c.req, operation.query ?? NO_QUERY),
    body: operation.body && (await readBody(c.req, operation.body, operation)),
    ifMatch: readIfMatch(c.req, operation),
  };
  const kind = readKindOf(operation, input);
  const handle = (inner: Ctx) => run(operation, inner, input);
  // Within the transaction of an Idempotency-Key it uses that connection, and the time limit of a change.
  const work = (inner: Ctx) =>
    kind && !inner.tx ? reads.run(inner, { kind, narrower: operation.narrower }, handle) : handle(inner);
  const rejectHere = (inner: Ctx) => rejectElsewhere(c, operation, inner);
  const key = acceptsIdempotencyKey(operation) ? c.req.header('idempotency-key') : undefined;
  if (key === undefined) await rejectHere(ctx);
  const respond = () =>
    key === undefined
      ? work(ctx)
      : respondOnce(
          ctx,
          {
            key,
            method: 'POST',
            path: c.req.path,
            body: inputOf(input, operation),
            rejectHere,
          },
          work,
          (error) => rejection(error, c.get('requestId')),
        );
  const response = operation.searches?.(input)
    ? await reads.runChange(ctx, operation.narrower, respond)
    : await respond();
  const etag = acceptsIfNoneMatch(operation) ? response.headers.ETag : undefined;
  if (etag && isUnmodified(c.req, etag)) return c.newResponse(null, 304, { ETag: etag });
  return textResponse(c, response.body, response.status, response.headers);
}

/** The types of a `publicOperation` ensure that it needs no actor. */
function ctxOf(c: ApiContext, { permission }: AnyOperation): Ctx {
  return permission === 'public' ? (c.get('anonymous') as unknown as Ctx) : c.get('ctx');
}

function readKindOf(operation: AnyOperation, input: Parameters<AnyOperation['handler']>[1]): ReadKind | null {
  if (!usesReadPool(operation)) return null;
  const { reads = 'read' } = operation;
  return typeof reads === 'function' ? reads(input) : reads;
}

/** Changes that name a workspace apply to that one only. @throws AppError 409 */
async function rejectElsewhere(c: ApiContext, { method, permission }: AnyOperation, ctx: Ctx): Promise<void> {
  if (method === 'get' || permission === 'public') return;
  await requireWorkspace(ctx, c.req.header('x-workspace-id'));
}

/**
 * What a repeat must have in common with the first request. In the format of the previous version, so that a request
 * sent again after an upgrade counts as a repeat: parameters have their former names, and a single version is a number.
 */
function inputOf(input: Parameters<AnyOperation['handler']>[1], operation: AnyOperation): string {
  const { ifMatch } = input;
  return textOf({
    ...input,
    params: withFormerNames(input.params, operation),
    body: withoutAges(input.body, operation),
    ifMatch: ifMatch?.length === 1 ? (ifMatch[0] ?? null) : ifMatch,
  });
}

/** The parameters by their former names. */
function withFormerNames(params: unknown, { formerParams }: AnyOperation): unknown {
  if (!formerParams || typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [formerParams[name] ?? name, value]));
}

/** The body without what differs between repeats. */
function withoutAges(body: unknown, { ages }: AnyOperation): unknown {
  if (!ages || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ages.includes(name)));
}

/** What identifies a request. @throws AppError 400 for a body that nests too deeply to be serialized */
function textOf(input: object): string {
  try {
    return JSON.stringify(input);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const fields = [{ pointer: '', detail: 'is nested too deeply' }];
    throw new AppError('input_invalid', { detail: 'The body is nested too deeply.', fields });
  }
}

async function run(
  operation: AnyOperation,
  ctx: Ctx,
  input: Parameters<AnyOperation['handler']>[1],
): Promise<FirstResponse> {
  const response = await operation.handler(ctx, input);
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const output = operation.output.parse(response.body);
  if (acceptsIfNoneMatch(operation)) headers.ETag = etagOf(output, response.version, operation.passing);
  else if (response.version !== undefined) headers.ETag = `"${response.version}"`;
  if (response.location) headers.Location = response.location;
  return {
    status: response.status,
    headers,
    body: JSON.stringify(output),
    ...(response.dueAt && { dueAt: response.dueAt }),
  };
}

function rejection(error: unknown, requestId: string): FirstResponse {
  const { status, headers, body } = problemOf(error, requestId);
  return { status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body: JSON.stringify(body) };
}
