import type { Context } from 'hono';
import type { z } from 'zod';
import type { CountedRequest } from '#/lib/api/limits/caller-limits.ts';
import type { ReadKind } from '#/lib/api/limits/reads.ts';
import type { Actor, AnonymousCtx, Ctx } from '#/lib/context/context.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import type { ErrorCode } from '#/lib/core/error-codes.ts';
import type { IfMatch } from '#/lib/core/if-match.ts';
import type { Ended } from '#/lib/feed/subscription/credential-watch.ts';

/** Headers that any response of ours may carry besides its body. */
export type OperationResponse<Body> = {
  status: 200 | 201;
  body: Body;
  /** Version of what the body shows; begins the ETag. */
  version?: number;
  location?: string;
  /** When the created thing is due: until an hour after that its Idempotency-Key returns the same response. */
  dueAt?: Date;
};

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/**
 * One operation: contract and handler in one object. Routes mount it and the OpenAPI document lists it, so the two
 * can't disagree.
 */
export type Operation<P = unknown, Q = unknown, B = unknown, O extends z.ZodType = z.ZodType> = {
  operationId: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, parameters as `{id}`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** The permission that the caller needs; null for anyone signed in, `public` for anyone. */
  permission: Permission | null | 'public';
  params?: P;
  query?: Q;
  body?: B;
  /** Shape of the response, and its success status. */
  output: O;
  status?: 200 | 201;
  /** Another success status it may respond with, and when. */
  otherwise?: { status: 200; when: string };
  /** Bytes a body may have, where not 256 KB. */
  largestBody?: number;
  /** Members of the body whose numbers keep their notation: paths as `takeExactly` reads them. */
  verbatim?: readonly string[];
  /** Members of the body that differ between repeats of one request. */
  ages?: readonly string[];
  /** It shows or changes one versioned thing: `ETag` begins with the version, and changes honor `If-Match`. */
  versioned?: boolean;
  /** Whether a GET shows one thing, which may be unchanged (304); by default, when its path ends with an id. */
  single?: boolean;
  /** Members of such a thing that differ only because time has passed. */
  passing?: readonly string[];
  /** Former names of its parameters: repeats are recognized by these, also across an upgrade. */
  formerParams?: Readonly<Record<string, string>>;
  /**
   * It calls external services for seconds, which no transaction may do: it takes no Idempotency-Key, and a repeat
   * executes it again.
   */
  repeats?: boolean;
  /** Which connections its reads use, and for how long; `read` for every GET by default. Null: those of changes. */
  reads?: ReadKind | ((input: { query: Output<Q>; body: Output<B> }) => ReadKind | null);
  /** Whether a change may scan all data of its workspace; such changes of one workspace wait for each other. */
  searches?: (input: { body: Output<B> }) => boolean;
  /** For queries that may be too large: how to narrow them, as a sentence. */
  narrower?: string;
  /** Errors specific to this operation: problem codes by status. */
  problems?: readonly ErrorCode[];
  handler: (
    ctx: Ctx,
    input: { params: Output<P>; query: Output<Q>; body: Output<B>; ifMatch: IfMatch },
  ) => Promise<OperationResponse<z.input<O>>>;
};

/** Checks the types of an operation against each other; adds nothing. */
export function operation<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  O extends z.ZodType,
>(definition: Operation<P, Q, B, O> & { permission: Permission | null }): AnyOperation {
  return definition as unknown as AnyOperation;
}

/** The same for a public operation: its handler gets no actor. */
export function publicOperation<O extends z.ZodType>(
  definition: Omit<Operation<undefined, undefined, undefined, O>, 'permission' | 'handler'> & {
    handler: (ctx: AnonymousCtx) => Promise<OperationResponse<z.input<O>>>;
  },
): AnyOperation {
  return { ...definition, permission: 'public' } as unknown as AnyOperation;
}

/** An operation whose types have already been checked. */
export type AnyOperation = Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>;

/** Whether its reads may have connections of their own. */
export function usesReadPool({
  method,
  permission,
  reads,
}: Pick<AnyOperation, 'method' | 'permission' | 'reads'>): boolean {
  return permission !== 'public' && (method === 'get' || reads !== undefined);
}

/** Whether a repeat can be recognized by its `Idempotency-Key`. */
export function acceptsIdempotencyKey({ method, repeats }: Pick<AnyOperation, 'method' | 'repeats'>): boolean {
  return method === 'post' && !repeats;
}

/** What the middleware stores for a request. */
export type ApiVariables = {
  requestId: string;
  /** Set for a caller that `identify` has recognized. */
  ctx: Ctx;
  /** Set for an unrecognized caller that `countAnonymous` has counted. */
  anonymous: AnonymousCtx;
  countedRequest?: CountedRequest;
};
/** Why an event stream ends: its caller, too many waiting reads of its workspace, or the shutdown of this process. */
export type StreamEnd = Ended | 'busy' | 'shutdown';
/** What a caller in this process may pass, but not a client over HTTP. */
export type ApiBindings = {
  /** Set if it is already known. */
  actor?: Actor;
  /** Whether the limits have counted the request. */
  isCounted?: boolean;
  /** Set by a caller that takes the text of a response from `bodyTextOf` and does not need it as a body. */
  takesText?: boolean;
  /** Aborted when the client no longer waits for the response. */
  signal?: AbortSignal;
  /** Called with the reason before the requested stream ends. */
  onStreamEnd?: (why: StreamEnd) => void;
  /** The connection below a stream, such as Node's response over HTTP: destroyed when its client does not read. */
  outgoing?: { destroy: () => unknown };
};
export type ApiContext = Context<{ Variables: ApiVariables; Bindings: ApiBindings }>;
